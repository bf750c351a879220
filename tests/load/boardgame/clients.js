/* People at boardgame.io's tables, with its own client. Reads a line of JSON for each run, writes one with what came of it:
   {"moves": 500}              as fast as the tables go
   {"moves": 500, "every": 5}  a move each 5 ms, at one table after the other
   A move's time is over when somebody else at the table has seen it. */
const readline = require('readline');
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { game } = require('./game.js');

const [port, tables, seats] = process.argv.slice(2).map(Number);
const matches = [];
let run = null;

function begin(match) {
  const mover = match.clients[match.next];
  match.begun = process.hrtime.bigint();
  match.field = (match.field + 1) % 9;
  mover.moves.mark(match.field);
}

/* The player whose turn it now is has seen the last move. */
function seen(match) {
  if (!run || match.begun === 0n) return;
  run.times.push(Number(process.hrtime.bigint() - match.begun) / 1e6);
  match.begun = 0n;
  if (run.times.length === run.moves) return finish();
  if (!run.every && run.begun < run.moves) {
    run.begun += 1;
    begin(match);
  }
}

function finish() {
  const { times, timer, skipped } = run;
  clearInterval(timer);
  run = null;
  console.log(JSON.stringify({ times: times.map((time) => Math.round(time * 1000) / 1000), skipped }));
}

function start(wish) {
  run = { ...wish, times: [], begun: 0, skipped: 0 };
  if (!wish.every) {
    for (const match of matches) {
      run.begun += 1;
      begin(match);
    }
    return;
  }
  let at = 0;
  const from = process.hrtime.bigint();
  run.timer = setInterval(() => {
    const due = Number(process.hrtime.bigint() - from) / 1e6 / wish.every;
    while (run && run.begun < Math.min(due, wish.moves)) {
      const match = matches[at++ % matches.length];
      run.begun += 1;
      if (match.begun !== 0n) { run.skipped += 1; run.moves -= 1; } else begin(match);
    }
  }, 1);
}

async function open() {
  for (let number = 0; number < tables; number += 1) {
    const match = { clients: [], next: 0, field: 0, begun: 0n };
    for (let seat = 0; seat < seats; seat += 1) {
      const client = Client({
        game, numPlayers: seats, matchID: `m${number}`, playerID: String(seat), debug: false,
        multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }),
      });
      client.subscribe((state) => {
        if (!state || !client.transport.isConnected) return;
        if (state.ctx.currentPlayer === String(seat) && match.next !== seat) {
          match.next = seat;
          seen(match);
        }
      });
      client.start();
      match.clients.push(client);
    }
    matches.push(match);
    await new Promise((done) => setTimeout(done, 20));
  }
  const all = () => matches.every((match) => match.clients.every((client) => client.getState()));
  while (!all()) await new Promise((done) => setTimeout(done, 50));
  console.log('ready');
}

readline.createInterface({ input: process.stdin }).on('line', (line) => start(JSON.parse(line)));
void open();
