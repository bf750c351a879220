/* As little of a game as there can be: whoever is next marks one of nine fields. */
exports.game = {
  name: 'toy',
  setup: () => ({ fields: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, ctx }, field) => {
      G.fields[field] = ctx.currentPlayer;
    },
  },
};
