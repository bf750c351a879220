export default [
  'nugget', 'no-maps', 'no-draw', 'extra-draw', 'shift', 'snatch', 'pick-of-three', 'unmask', 'rummage', 'landslide',
  'chest', 'chest 1', 'chest 2', 'chest 3', 'chest 4',
];
