/* boardgame.io's server with a toy game, in memory. Says "ready" once it can be reached. */
const { Server, Origins } = require('boardgame.io/server');
const { game } = require('./game.js');

const port = Number(process.argv[2]);
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port, callback: () => console.log('ready') });
