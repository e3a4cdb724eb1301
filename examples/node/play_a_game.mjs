// A whole client in Node: opens a table of Floating Bridge with three robots and plays to the end of the match,
// each time what the coach rates best. Say where the engine listens: node play_a_game.mjs 127.0.0.1:50400
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const PROTO = fileURLToPath(new URL('../../proto', import.meta.url));
const SERVICES = ['player', 'table', 'advisor'].map((name) => `fourth/v1/${name}_service.proto`);
const INCLUDED = [PROTO, `${PROTO}/third_party`];
const READING = { includeDirs: INCLUDED, enums: String, longs: String, defaults: true, oneofs: true };
const PATIENCE_MS = 10_000;

/** The services of an engine, each call a promise; `me` is the metadata that says who calls. */
function connect(address) {
  const { fourth } = grpc.loadPackageDefinition(loadSync(SERVICES, READING));
  const me = new grpc.Metadata();
  const client = (name) => new fourth.v1[name](address, grpc.credentials.createInsecure());
  const asking = (service) => (call, request) =>
    new Promise((resolve, reject) => {
      const answered = (error, answer) => (error ? reject(error) : resolve(answer));
      service[call](request, me, { deadline: Date.now() + PATIENCE_MS }, answered);
    });
  const [player, tables, advisor] = ['PlayerService', 'TableService', 'AdvisorService'].map(client);
  return { me, tables, table: asking(tables), player: asking(player), advisor: asking(advisor) };
}

/** The number of one request: the same request sent again under it changes nothing twice. */
const newId = () => randomUUID();

/** Registers with a secret of 32 random bytes. Whoever wants to come back keeps it. */
async function register({ me, player }) {
  const secret = randomBytes(32);
  await player('register', { requestId: newId(), secret, name: 'Example' });
  me.set('authorization', `Bearer ${secret.toString('hex')}`);
}

/** Opens a table for a match of one deal, with a robot in each other seat, and starts it. */
async function openTable({ table: ask }) {
  const options = [{ key: 'deals', value: '1' }];
  const wish = { requestId: newId(), game: 'floating', options, pace: 'PACE_NONE' };
  const { table } = await ask('createTable', wish);
  for (let seat = 1; seat < 4; seat += 1) await ask('addRobot', { requestId: newId(), table });
  await ask('startMatch', { requestId: newId(), table });
  return table;
}

/** Plays whenever something is to be decided; the view when all is over. */
async function playToTheEnd(engine, table) {
  const watch = engine.tables.watchTables({ tables: [{ table }] }, engine.me);
  for await (const message of watch) {
    if (message.problem) throw new Error(message.problem.reason.sentence);
    const { view } = await engine.table('getView', { table });
    if (['STAGE_OVER', 'STAGE_CLOSED'].includes(view.stage)) return view;
    if (view.legalMoves.length) await makeMove(engine, view);
  }
  throw new Error('the engine ended the watch');
}

/** Sends the coach's best move, else the first legal one, unchanged and for the decision it was seen at. */
async function makeMove({ table: ask, advisor }, { table, legalMoves, decisionVersion: expectedVersion }) {
  const { moves } = await advisor('getHint', { table });
  const move = moves[0]?.move ?? legalMoves[0];
  await ask('submitMove', { requestId: newId(), table, move, expectedVersion });
}

const [address] = process.argv.slice(2);
try {
  if (!address) throw new Error('which engine? Say its address, for example 127.0.0.1:50400');
  const engine = connect(address);
  await register(engine);
  const { seats, totals } = await playToTheEnd(engine, await openTable(engine));
  for (const { seat, name } of seats) console.log(`${name}: ${totals[seat].points}`);
  process.exit(0); // the watch would keep the program alive
} catch (error) {
  console.error(inOneLine(error));
  process.exit(1);
}

/** What went wrong: nobody there or silent, a refusal in the engine's words, or a word of our own. */
function inOneLine({ code, details, message }) {
  if (code === grpc.status.UNAVAILABLE) return `no engine answers at ${address}`;
  if (code === grpc.status.DEADLINE_EXCEEDED) return `the engine at ${address} does not answer in time`;
  return details ? `the engine says: ${details}` : message;
}
