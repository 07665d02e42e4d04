import { randomInt, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/db/sql.ts';
import { buildServer } from '../build-server.ts';
import { connect } from '../certify/connect.ts';
import { openWorld } from '../certify/world.ts';
import { root, run } from '../run.ts';
import { signatureOf } from '#server/demo/stand-ins/stripe/deliver.ts';
import { standInKey, standInSecret, startStripe } from '#server/demo/stand-ins/stripe/server.ts';

/**
 * `npm run bench:hooks [rate] [seconds]`: sends so many signed events of Stripe a second to the built server, which has its own
 * database: 5 of 100 again, 5 of 100 later than the ones after them, and 1 of 100 forged, from other networks. Events are about
 * nothing of ours, so no provider is asked. The load begins once the new demo has written its past prices; the first ten seconds,
 * in which the server compiles its code, are not timed. Prints how each was answered and when, and compares all that is stored
 * with all that was sent; exit code 1 where that differs.
 */
const warmSeconds = 10;
const [rate = 1000, seconds = 60] = process.argv.slice(2).map(Number);
const stepMs = 10;

if (existsSync(resolve(root, 'dist/web'))) await buildServer();
else if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const world = await openWorld({ LOG_LEVEL: 'warn' });
const stripe = await startStripe({ now: world.now });
const fields = { only_cards: 'true', stand_in: stripe.url, api_key: standInKey, webhook_secret: standInSecret };
const { id: connectionId, hook } = await connect(world, { adapter: 'stripe', fields });
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface Answer {
  status: number;
  ms: number;
}
type Answers = Record<'valid' | 'again' | 'forged', Answer[]>;
const early: Answers = { valid: [], again: [], forged: [] };
const answers: Answers = { valid: [], again: [], forged: [] };
const sent = new Set<string>();
let late = 0;
let isTimed = false;

function post(kind: keyof Answers, id: string): Promise<void> {
  const body = JSON.stringify({ id, object: 'v2.core.event', type: 'v1.bench', related_object: null });
  const isForged = kind === 'forged';
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'stripe-signature': signatureOf(body, [isForged ? 'whsec_of_another' : standInSecret], world.now()),
  };
  const localAddress = isForged ? `127.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(2, 250)}` : '127.0.0.1';
  const startedMs = performance.now();
  const to = isTimed ? answers : early;
  return new Promise((done) => {
    const note = (status: number) => {
      to[kind].push({ status, ms: performance.now() - startedMs });
      done();
    };
    const call = request(
      hook,
      { method: 'POST', headers, localAddress, ...(isForged ? {} : { agent }) },
      (response) => {
        response.resume().on('end', () => note(response.statusCode ?? 0));
      },
    );
    call.on('error', () => note(0));
    call.end(body);
  });
}

const kept: string[] = [];
function sendOne(open: Promise<void>[]): void {
  const drawn = randomInt(100);
  if (drawn === 0) return void open.push(post('forged', `evt_forged${randomUUID()}`));
  const id = `evt_${randomUUID()}`;
  sent.add(id);
  if (drawn <= 5) return void kept.push(id);
  open.push(post('valid', id));
  if (drawn <= 10) open.push(post('again', id));
}

const open: Promise<void>[] = [];
async function sendFor(durationS: number): Promise<void> {
  const startedMs = performance.now();
  for (let step = 1; step <= (durationS * 1000) / stepMs; step += 1) {
    for (let count = 0; count < (rate * stepMs) / 1000; count += 1) sendOne(open);
    // What was kept back comes after events that were made later.
    while (kept.length > 10) open.push(post('valid', kept.shift() ?? ''));
    const dueMs = startedMs + step * stepMs - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    else late = Math.max(late, -dueMs);
  }
}

const arePricesWritten = async () =>
  (
    await world.db.one<{ done: boolean }>(sql`
    select exists (select from job where name = 'market.candles' and last_done_at is not null) as done`)
  ).done;
while (!(await arePricesWritten())) await sleep(500);
await sendFor(warmSeconds);
late = 0;
isTimed = true;
const startedMs = performance.now();
await sendFor(seconds);
for (const id of kept) open.push(post('valid', id));
await Promise.all(open);
const sentS = (performance.now() - startedMs) / 1000;

const waiting = async () =>
  (
    await world.db.one<{ count: number }>(sql`
    select count(*)::int as count from inbox_event where connection_id = ${connectionId} and state = 'waiting'`)
  ).count;
while ((await waiting()) > 0) await sleep(200);
const handledS = (performance.now() - startedMs) / 1000 - sentS;
const stored = await world.db.rows<{ id: string; state: string }>(sql`
  select event_id as id, state from inbox_event where connection_id = ${connectionId} and type = 'v1.bench'`);

const percentile = (times: number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
console.log('| calls | sent | answered | p50 ms | p99 ms | max ms |\n|---|---|---|---|---|---|');
for (const [kind, all] of Object.entries(answers)) {
  const statuses = [...new Set(all.map(({ status }) => status))].map(
    (status) => `${all.filter((each) => each.status === status).length} × ${status}`,
  );
  const times = all.map(({ ms }) => ms);
  console.log(
    `| ${kind} | ${all.length} | ${statuses.join(', ')} | ${percentile(times, 0.5)} | ${percentile(times, 0.99)} | ${Math.max(0, ...times).toFixed(1)} |`,
  );
}
const calls = Object.values(answers).flat().length;
const found = new Set(stored.map(({ id }) => id));
const lost = [...sent].filter((id) => !found.has(id)).length;
console.log(
  `${(calls / sentS).toFixed(0)} calls a second for ${sentS.toFixed(1)} s; this process was late by ${late.toFixed(0)} ms at most`,
);
console.log(
  `${sent.size} different events, ${stored.length} stored, handled ${handledS.toFixed(1)} s after the last answer`,
);
const isRight =
  lost === 0 &&
  stored.length === sent.size &&
  [...early.forged, ...answers.forged].every(({ status }) => status === 401);
console.log(isRight ? 'every valid event once, every forged one refused' : 'WRONG');

agent.destroy();
await stripe.close();
await world.close();
process.exit(isRight ? 0 : 1);
