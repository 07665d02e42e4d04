import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import { connect } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { verifyResults } from '#server/portfolio/verify.ts';
import { signNewPerson } from '#server/platform/secrets/row-macs.ts';
import { newBrowser, type Browser } from '#test/browser.ts';
import { register } from '../fault/hand.ts';
import { root, run } from '../run.ts';
import { clientCalls, staffCalls, type Call, type Subject } from './calls/calls.ts';
import { callAs, readAs } from './signed-in.ts';
import { openOperator, type Operator } from './operator.ts';

/**
 * `npm run bench:calls -- [--operations 100000] [--clients 10000] [--tree ../before] [--only words]`: what each call costs a
 * client with so many operations, and a client with twenty, in one company with so many clients; each over the same ten
 * years, signed in, over HTTP. Staff calls run in that company and in one without the other clients and operations. The exit code is 1
 * where the heavy side takes more than three times as long.
 */
const { values: asked } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '10000' },
    tree: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const tree = resolve(asked.tree ?? root);
const allowedRatio = 3;
const lightOperations = 20;
/** Calls of each side, as long as they do not take too long. */
const rounds = 60;
const longestMs = 6_000;
const silent = { info() {}, warn() {}, error() {} };
const env = { STAFF_SECOND_FACTOR: '0', MARKET_FEED: 'websocket', MARKET_FEED_URL: 'ws://127.0.0.1:9' };

/** A client who registers, opens an account, and gets a past of ten years. */
async function newClient({ installation: { url }, db }: Operator, operations: number): Promise<Subject> {
  const browser = newBrowser(demoSecret);
  const clientId = await register(url, browser, (to, route, { body }) =>
    callAs(to, browser, route.slice(5), body ?? {}),
  );
  const [wallet] = await callAs<{ id: string }[]>(url, browser, '/api/wallets', {});
  const account = { currency_id: 'USD' };
  const { trading_account_id: number } = await callAs<{ trading_account_id: string }>(
    url,
    browser,
    '/api/trading-account/create',
    account,
  );
  await db.query(`update trading_account set created_at = now() - interval '10 years' where number = $1`, [number]);
  await db.query(`call bench_operate($1, $2, now() - interval '3650 days', now() - interval '1 hour')`, [
    number,
    operations,
  ]);
  return { browser, clientId, walletId: wallet?.id ?? '', number };
}

/** An administrator, whose session stays open. */
async function newAdministrator({ installation: { url }, db: owner, address }: Operator): Promise<Browser> {
  const browser = newBrowser(demoSecret);
  const id = await register(url, browser, (to, route, { body }) => callAs(to, browser, route.slice(5), body ?? {}));
  const config = readConfig({ NODE_ENV: 'test' });
  const db = connect(address, silent, { secrets: config });
  // Roles need the approval of two people, who are no part of what is measured.
  await owner.query('set session_replication_role = replica');
  await owner.query(`update person set roles = '{admin}', security_mac = null where id = $1`, [id]);
  await owner.query('set session_replication_role = origin');
  await db.tx((tx) => signNewPerson(tx, config, id));
  const { email } = await db.one<{ email: string }>(sql`select email from person where id = ${id}`);
  const input = { email, password: 'three quiet harbours' };
  const { token } = await callAs<{ token: string }>(url, browser, '/api/login', input);
  await db.close();
  browser.token = token;
  return browser;
}

interface Side {
  operator: Operator;
  subject: Subject;
}

const send = ({ operator, subject }: Side, { path, body }: Call) =>
  body === undefined
    ? readAs(operator.installation.url, subject.browser, path(subject))
    : callAs(operator.installation.url, subject.browser, path(subject), body(subject));

/** Calls both sides in turn; sorted times in milliseconds. */
async function timesOf(sides: readonly Side[], call: Call): Promise<number[][]> {
  const times = sides.map((): number[] => []);
  const began = performance.now();
  for (let round = 0; round < rounds && performance.now() - began < longestMs; round += 1) {
    for (const [nth, side] of sides.entries()) {
      const startedMs = performance.now();
      await send(side, call);
      times[nth]?.push(performance.now() - startedMs);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b));
}

/** Statements of one call, by pg_stat_statements, with those of its transactions. */
async function statementsOf(side: Side, call: Call): Promise<number> {
  const calls = 5;
  const { db } = side.operator;
  await sleep(50);
  await db.query('select pg_stat_statements_reset()');
  for (let n = 0; n < calls; n += 1) await send(side, call);
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(calls), 0)::int as count from pg_stat_statements where toplevel and query !~ 'pg_stat_statements'`,
  );
  return Math.round((rows[0]?.count ?? 0) / calls);
}

/** Prints one line for each call. Returns the names of those that are too slow for the heavy side. */
async function measure(calls: readonly Call[], heavy: Side, light: Side): Promise<string[]> {
  const late: string[] = [];
  for (const call of calls.filter(({ name }) => name.includes(asked.only))) {
    try {
      for (let n = 0; n < 3; n += 1) for (const side of [heavy, light]) await send(side, call);
      const statements = await statementsOf(light, call);
      const [ofHeavy = [], ofLight = []] = await timesOf([heavy, light], call);
      const at = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
      const ratio = at(ofHeavy, 0.5) / at(ofLight, 0.5);
      if (ratio > allowedRatio) late.push(call.name);
      const figures = [ofLight, ofHeavy].flatMap((times) => [at(times, 0.5).toFixed(1), at(times, 0.99).toFixed(1)]);
      console.log(`| ${call.name} | ${statements} | ${figures.join(' | ')} | ${ratio.toFixed(2)} |`);
    } catch (error) {
      late.push(call.name);
      console.log(`| ${call.name} | ${(error as Error).message.slice(0, 60)} |`);
    }
  }
  return late;
}

/** The job of the server seals what was filled, at most a minute later. */
async function untilTheSeal({ db }: Operator): Promise<void> {
  const behind = `select from ledger_seal where posting_id < (select max(id) from ledger_posting)`;
  while ((await db.query(behind)).rowCount) await sleep(1_000);
}

/** The first rule that a row of the filled ledger breaks. */
async function verify({ address }: Operator): Promise<string | undefined> {
  const db = connect(address, silent, { secrets: readConfig({ NODE_ENV: 'test' }) });
  try {
    const findings = await db.snapshot(async (tx) => {
      await tx.run(sql`set local statement_timeout = 0`);
      const { findings: ofLedger } = await verifyLedger(tx);
      return [...ofLedger, ...(await verifyOrigins(tx, { production: false })), ...(await verifyResults(tx))];
    });
    const broken = findings.find(({ breach }) => breach);
    return broken && `${broken.invariant}: ${broken.breach?.row}: ${broken.breach?.why}`;
  } finally {
    await db.close();
  }
}

const head = (light: string, heavy: string) =>
  console.log(
    `\n| call | statements | ${light} p50 ms | p99 ms | ${heavy} p50 ms | p99 ms | ratio |\n|---|---|---|---|---|---|---|`,
  );

if (asked.tree === undefined && (await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const [large, small] = [await openOperator({ tree, env }), await openOperator({ tree, env })];
// They call faster than any person; so the rate limits are reset all the time.
const unlimited = setInterval(() => {
  for (const { limits } of [large, small]) void limits.query('delete from rate_window').catch(() => {});
}, 200);
try {
  const began = performance.now();
  await large.db.query('call bench_populate($1)', [Number(asked.clients)]);
  await small.db.query('call bench_populate(10)');
  await large.db.query('call bench_lists($1, $2, 1000)', [Number(asked.clients) * 20, Number(asked.clients)]);
  await small.db.query('call bench_lists(200, 20, 20)');
  const heavy = await newClient(large, Number(asked.operations));
  const light = await newClient(large, lightOperations);
  const own = await newClient(small, lightOperations);
  for (const { db } of [large, small]) await db.query('vacuum analyze');
  const filledS = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${asked.clients} clients, one with ${asked.operations} operations, filled in ${filledS} s`);
  await Promise.all([large, small].map(untilTheSeal));
  console.log(`everything sealed after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  head('client of 20', `client of ${asked.operations}`);
  const late = await measure(clientCalls, { operator: large, subject: heavy }, { operator: large, subject: light });
  head('11 clients', `${asked.clients} clients`);
  late.push(
    ...(await measure(
      staffCalls,
      { operator: large, subject: { ...heavy, browser: await newAdministrator(large) } },
      { operator: small, subject: { ...own, browser: await newAdministrator(small) } },
    )),
  );
  if (late.length > 0) console.log(`\nmore than ${allowedRatio} times as long: ${late.join(', ')}`);
  // Another version may have other rules.
  const broken = tree === root ? await verify(large) : undefined;
  if (broken) console.log(`the filled ledger is broken: ${broken}`);
  if (late.length > 0 || broken) process.exitCode = 1;
} finally {
  clearInterval(unlimited);
  await Promise.all([large.stop(), small.stop()]);
}
