import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { ResponseOf, Route } from '#contract/api.ts';
import type { User } from '#contract/auth/endpoints.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { allowWithdrawals } from '#server/demo/seed.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import type { App } from '#server/platform/app.ts';
import { movableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { connectWithReplica } from '#server/platform/db/replica/connect.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import { openTelemetryOf } from '#server/platform/telemetry/telemetry.ts';
import { buildApp } from '#server/start.ts';
import { headersOf, storeCookies, newBrowser, type Browser } from './browser.ts';
import { testDatabase, type TestDatabase } from './database.ts';

/** A browser with a signed-in person. */
export interface Session extends Browser {
  token: string;
  user: User;
  password: string;
}

/** How a call is made. `body` goes as JSON, or as a form; `text` is sent as it stands, for what is malformed. */
export interface CallOptions {
  body?: object;
  form?: boolean;
  text?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  as?: Browser;
  language?: Language;
  headers?: Record<string, string>;
}

/** A refusal as the contract shapes it. */
export interface RefusalBody {
  message: string;
  code: string;
  params?: Record<string, string | number>;
  errors?: Record<string, { code: string; params: Record<string, string | number>; message: string }[]>;
  request_id?: string;
}

/** `body` and `refusal` are the same object: read the one that `status` promises. */
export interface Replied<R extends Route> {
  status: number;
  headers: Headers;
  body: ResponseOf<R>;
  refusal: RefusalBody;
}

export interface NewPerson {
  first_name?: string;
  second_name?: string;
  email?: string;
  password?: string;
  country?: string;
  language?: Language;
  roles?: Role[];
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

const root = resolve(import.meta.dirname, '..');

/** A demo installation behind a proxy, which says where each browser stands. */
const settings = {
  NODE_ENV: 'test',
  DEMO: '1',
  // Where a test takes the demo away, the setup counts as complete all the same.
  SETUP: '0',
  TRUST_PROXY: '1',
  APP_URL: 'http://atrium.test',
  CALLS_PER_MINUTE: '0',
  // However far a test moves the clock, its staff need not sign in again.
  STAFF_SESSION_HOURS: '8760',
  KEYLESS_SESSION_DAYS: '365',
  // Tests change rows in connections of their own, whose notices come a moment later.
  SESSION_CACHE_SECONDS: '0',
};

/** A Monday on which every market is open. */
const start = new Date('2026-03-02T15:00:00Z');

export const goodPassword = 'three quiet harbours';

let people = 0;

/**
 * The real server on a database of its own, listening on a free port, with a clock that only the test moves and an
 * outbox that only the test drains. Call `close()` when done.
 * @param options settings as in the environment, over those of a demo installation; `through` gives the way to the
 * database, `on` a database in place of one in the server of the tests
 */
export async function startServer(
  options: { env?: Record<string, string>; at?: Date; through?: (address: string) => string; on?: TestDatabase } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-test-'));
  const config = readConfig({ ...settings, DATA_DIR: dataDir, ...options.env });
  const database = options.on ?? (await testDatabase());
  const clock = clockOf(database, options.at ?? start);
  const logged: string[] = [];
  const telemetry = await openTelemetryOf(config);
  const log = openLog('trace', collectInto(logged), telemetry.tee);
  const { through = (address: string) => address } = options;
  const pool = { connections: config.databaseConnections, secrets: config };
  const db = config.databaseReplica
    ? // Longer than any pause of a busy machine.
      connectWithReplica(database.serving, log, pool, { ...config.databaseReplica, answersWithinMs: 60_000 })
    : connect(through(database.serving), log, pool);
  if (config.demo) await allowWithdrawals({ config, db: database.db }, clock.now());
  const app = await buildApp({ config, db, log, telemetry, clock, folder: root, pages: false });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });

  async function call<R extends Route>(route: R, how: CallOptions = {}): Promise<Replied<R>> {
    const [method, pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(how.params?.[name] ?? ''));
    const query = how.query ? `?${new URLSearchParams(how.query).toString()}` : '';
    const response = await fetch(`${url}${path}${query}`, {
      method: method ?? 'GET',
      headers: {
        ...(how.as ? headersOf(how.as) : {}),
        ...(how.language ? { 'accept-language': how.language } : {}),
        ...(method === 'POST'
          ? { 'content-type': how.form ? 'application/x-www-form-urlencoded' : 'application/json' }
          : {}),
        ...how.headers,
      },
      ...(method === 'POST' ? { body: contentOf(how) } : {}),
    });
    if (how.as) storeCookies(how.as, response);
    const content = await response.text();
    const body: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(content) : content;
    return {
      status: response.status,
      headers: response.headers,
      body: body as ResponseOf<R>,
      refusal: body as RefusalBody,
    };
  }

  /** A new client in a new browser; names and address are made up where none are given. */
  async function register(person: NewPerson = {}): Promise<Session> {
    const { roles, ...given } = person;
    const password = given.password ?? goodPassword;
    const browser = newBrowser(config.appSecret);
    const body = { ...newApplicant(), ...given, password, password_confirmation: password, terms: true };
    const session = signedInFrom(browser, await call('POST /api/register', { body, as: browser }), password);
    if (!roles) return session;
    await database.db.run(sql`update person set roles = ${roles} where id = ${session.user.id}`);
    const { body: user } = await call('POST /api/client-info', { as: session });
    return Object.assign(session, { user });
  }

  /** Signs in a registered person, in a new browser unless one is given. */
  async function signIn(person: {
    email: string;
    password?: string;
    remember?: boolean;
    as?: Browser;
  }): Promise<Session> {
    const { email, password = goodPassword, remember = false, as: browser = newBrowser(config.appSecret) } = person;
    return signedInFrom(
      browser,
      await call('POST /api/login', { body: { email, password, remember }, as: browser }),
      password,
    );
  }

  /** People who are signed in now stay so, however many days pass in a test. */
  const storeSessions = () =>
    database.db.run(
      sql`update session set expires_at = '2030-01-01', ends_at = '2030-01-01', idle = interval '4 years'`,
    );

  return {
    storeSessions,
    app,
    /** The address of the role that owns the tables. */
    ownerUrl: database.url,
    /** With the rights of the owner, for what only a test does; the server has those of the role that serves. */
    db: database.db,
    clock,
    config,
    url,
    /** Every line logged so far, as JSON. */
    logged,
    call,
    register,
    signIn,
    /** A browser that has loaded a page and holds nothing but the anti-forgery cookie. */
    browser: () => newBrowser(config.appSecret),
    /** Delivers the events that wait. */
    drain: () => app.outbox.drain(),
    close: () =>
      closeAll(app, database.drop)
        .finally(telemetry.stop)
        .finally(() => rm(dataDir, { recursive: true, force: true })),
  };
}

/** The clock of the server and of its database, which only the test moves. */
function clockOf(database: TestDatabase, at: Date) {
  const clock = movableClock(at);
  database.setClock(at);
  return {
    now: clock.now,
    advance(ms: number): void {
      clock.advance(ms);
      database.setClock(clock.now());
    },
  };
}

/** The registration form of a person, with an unused address. */
export function newApplicant() {
  people += 1;
  return { first_name: 'Ida', second_name: 'Berg', email: `person-${people}@example.com`, country: 'DE' };
}

function contentOf({ text, form, body = {} }: CallOptions): string {
  if (text !== undefined) return text;
  if (!form) return JSON.stringify(body);
  return new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** What an answer says that begins a session, from a call that may answer otherwise. */
export function sessionIn<Body extends object>(body: Body): Extract<Body, { token: string }> {
  if (!('token' in body)) throw new Error(`not signed in: ${JSON.stringify(body)}`);
  return body as Extract<Body, { token: string }>;
}

function signedInFrom(
  browser: Browser,
  response: Pick<Replied<'POST /api/login' | 'POST /api/register'>, 'status' | 'body' | 'refusal'>,
  password: string,
): Session {
  const { token, user } = sessionIn(response.body);
  return Object.assign(browser, { token, user, password });
}

function collectInto(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}

/** Whatever a file of tests did, it has to leave books that agree. */
async function closeAll(app: App, dropDatabase: () => Promise<void>): Promise<void> {
  await app.http.close();
  await app.jobs.stop();
  await app.outbox.stop();
  const { findings } = await app.db.snapshot(verifyLedger);
  await app.db.close();
  await dropDatabase();
  const broken = findings.filter(({ breach }) => breach);
  if (broken.length > 0) throw new Error(`the ledger is broken: ${JSON.stringify(broken)}`);
}
