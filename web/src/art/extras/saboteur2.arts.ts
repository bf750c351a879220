/* Pictures that are not called like their extra: cards, roles and tokens, and tunnels with something on them. */
export default [
  'thief', 'hands-off', 'trap', 'free', 'inspection', 'swap-roles', 'swap-hands',
  'blue-digger', 'green-digger', 'boss', 'profiteer', 'geologist', 'token-1', 'token-2', 'token-5',
  'L:N', 'L:E', 'L:NW', 'L:NE', 'NS#b', 'EW#b', 'NE#b', 'NS|E#g', 'EW#g', 'NW#g',
  'NESW^1', 'NEW^1', 'NES^1', 'NEW|S^1', 'NES|W^1', 'EW|N^1', 'N^1', 'E^1',
];
