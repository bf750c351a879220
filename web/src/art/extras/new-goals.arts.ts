export default ['spider', 'dragon', 'sack-1', 'sack-2', 'stone-NEW'];
