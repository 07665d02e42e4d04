import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unmetPasswordRequirements } from '#contract/auth/password.ts';
import { verifyOfferings } from '#server/ipo/offerings/verify-offerings.ts';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { sql } from '#server/platform/db/sql.ts';
import { verifyMacs } from '#server/platform/secrets/all-row-macs.ts';
import { verifyTiers } from '#server/portfolio/tiers/verify-tiers.ts';
import { verifySettings } from '#server/settings/verify-settings.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { demoPassword, demoPeople } from './people.ts';
import { seedDemo } from './seed.ts';
import { applicantCount } from './seed-applicants.ts';
import { signInLines } from './sign-in-lines.ts';

/** For the whole seed, on a machine that is busy with other tests. */
const seedLimitMs = 120_000;

let server: TestServer;
/** The error of the broken seed, the people it left, and the results of the next two calls, which started together. */
let broke: unknown;
let left: number;
let replies: boolean[];
const people = async (of: TestServer) =>
  (await of.db.one<{ people: number }>(sql`select count(*)::int as people from person`)).people;

beforeAll(async () => {
  server = await startServer();
  const breaking = { ...server.app, outbox: { ...server.app.outbox, emit: failAfter(8, server.app.outbox.emit) } };
  broke = await seedDemo(breaking).catch((error: unknown) => error);
  left = await people(server);
  replies = await Promise.all([seedDemo(server.app), seedDemo(server.app)]);
}, seedLimitMs);
afterAll(() => server.close());

const emailOf = (id: string) => demoPeople.find((person) => person.id === id)?.email ?? '';
const signIn = (id: string) => server.signIn({ email: emailOf(id), password: demoPassword });

describe('the demo people', () => {
  it('have a password that a client could choose', () => {
    for (const { firstName, secondName, email } of demoPeople) {
      expect(unmetPasswordRequirements(demoPassword, [firstName, secondName, email, 'Atrium'])).toEqual([]);
    }
  });

  it('are introduced in the terminal, in full once and in a line later', () => {
    const full = signInLines(server.app, true);
    for (const { email } of demoPeople) expect(full).toContain(email);
    expect(signInLines(server.app, false).split('\n')).toHaveLength(2);
  });
});

describe('the demo broker', () => {
  it('matches the audit log', async () => {
    expect((await server.db.snapshot(verifyPeople)).findings).toEqual([]);
    expect(await server.db.snapshot((tx) => verifyTiers(tx, []))).toEqual([]);
    expect(await server.db.snapshot((tx) => verifySettings(tx, server.config))).toMatchObject({
      findings: [],
      forged: [],
    });
    expect(await server.db.tx((tx) => verifyMacs(tx, server.config))).toEqual([]);
    const offerings = await server.db.snapshot((tx) => verifyOfferings(tx, server.config));
    expect(offerings.filter(({ breach }) => breach)).toEqual([]);
    expect(await server.db.snapshot((tx) => verifyOrigins(tx, { production: false }))).toEqual([
      { invariant: 'a transaction belongs to the record of what it booked' },
    ]);
  });

  it('keeps an installation from going into production', async () => {
    const config = { ...server.config, production: true, demo: false };
    await expect(seedDemo({ ...server.app, config })).rejects.toThrow('people of the demo broker');
  });

  it('is not taken for a client of another installation with the address of one of its people', async () => {
    const own = await startServer({ env: { DEMO: '0' } });
    await own.register({ email: 'nora.byrne@example.com' });
    await own.register({ email: 'adam.keller@example.com' });
    expect(await seedDemo({ ...own.app, config: { ...own.config, production: true } })).toBe(false);
    await own.close();
  });

  it.each([
    ['nora', 'standard', 0],
    ['tomas', 'standard', 1],
    ['sofia', 'silver', 1],
    ['katarzyna', 'silver', 1],
    ['lukas', 'gold', 2],
    ['layla', 'platinum', 2],
    ['james', 'vip', 3],
  ])('makes %s a client of tier %s with %i accounts', async (id, tier, accounts) => {
    const person = await signIn(id);
    const { body: overview } = await server.call('POST /api/portfolio/overview', { as: person });
    const { body: list } = await server.call('POST /api/trading-account', { as: person });
    expect([overview.tier, list.length]).toEqual([tier, accounts]);
  });

  it('has each conversation in the language of its client, answers and nickname of the bank account included', async () => {
    const texts = await server.db.rows<{ language: string; text: string }>(sql`
      select p.language, m.body as text
      from conversation_message m join conversation c on c.id = m.conversation_id join person p on p.id = c.client_id
      where m.kind = 'text'
      union all
      select p.language, d.label from payment_destination d join person p on p.id = d.client_id`);
    const spoken = demoPeople.filter(({ roles }) => roles.length === 1).map(({ language }) => language);
    expect([...new Set(texts.map(({ language }) => language))].toSorted()).toEqual([...new Set(spoken)].toSorted());
    const english = texts.filter(({ text }) => /\b(?:account|and|is|the|you|your)\b/i.test(text));
    expect([...new Set(english.map(({ language }) => language))]).toEqual(['en']);
  });

  it('has equal books on the platform and in the ledger', async () => {
    const apart = await server.db.rows(sql`
      select t.number from trading_account t
      join paper_account p on p.number = t.number join ledger_balance b on b.account_id = t.ledger_account_id
      where p.balance <> b.amount or p.balance <> (select coalesce(sum(profit + commission + swap + fee), 0) from paper_deal where account = t.number)`);
    expect(apart).toEqual([]);
    const { deals } = await server.db.one<{ deals: number }>(
      sql`select count(*)::int as deals from paper_deal where type in ('buy', 'sell')`,
    );
    expect(deals).toBeGreaterThan(200);
  });

  it('happened in the order of time, and nothing in the future', async () => {
    const { late } = await server.db.one<{ late: number }>(sql`
      select count(*)::int as late from ledger_transaction where at > ${server.clock.now()}`);
    expect(late).toBe(0);
    const backwards = await server.db.rows(sql`
      select id from (
        select p.id, t.at, lag(t.at) over (partition by p.account_id order by p.id) as before
        from ledger_posting p join ledger_transaction t on t.id = p.transaction_id
        join ledger_balance b on b.account_id = p.account_id) moved
      where moved.before > moved.at`);
    expect(backwards).toEqual([]);
  });

  it('has losers too', async () => {
    const katarzyna = await signIn('katarzyna');
    const { body } = await server.call('POST /api/trading-account/history', { as: katarzyna, body: {} });
    const closed = body.filter(({ entry }) => entry === 'out').map(({ profit }) => Number(profit));
    expect(closed.filter((profit) => profit < 0).length).toBeGreaterThan(closed.length / 2);
  });

  it('gives staff their roles and clients their personal manager', async () => {
    expect((await signIn('adam')).user).toMatchObject({ role: 'admin', email_verified: true });
    expect((await signIn('james')).user).toMatchObject({
      responsible_stagename: 'Amelia Hart',
      responsible_email: emailOf('amelia'),
    });
    expect((await signIn('nora')).user.email_verified).toBe(false);
  });

  it('has work for finance, and some of it waits for a second approver', async () => {
    const erik = await signIn('erik');
    const { body } = await server.call('POST /api/staff/payments', { as: erik, body: {} });
    expect(new Set(body.payments.map(({ kind }) => kind))).toEqual(new Set(['deposit', 'withdrawal', 'adjustment']));
    const { body: second } = await server.call('POST /api/staff/payments', { as: erik, body: { view: 'second' } });
    expect(second.payments).toMatchObject([{ usd: '12000.00', approvals: 1, approvals_needed: 2, actable: true }]);
  });

  it('has an offering in each state, and shares that clients hold', async () => {
    const { body } = await server.call('POST /api/ipo/calendar', { as: await signIn('nora') });
    expect(body.map(({ ticker, state }) => `${ticker} ${state}`).toSorted()).toEqual([
      'BRVK unlocked',
      'CRVN announced',
      'FWDX listed',
      'HTIDE open',
      'LRKF closed',
      'MSTL priced',
      'NRVA withdrawn',
      'SUNN open',
      'TVDA postponed',
    ]);
    const { body: held } = await server.call('POST /api/ipo/holdings', { as: await signIn('james') });
    expect(held.map(({ ticker, state }) => `${ticker} ${state}`).toSorted()).toEqual([
      'BRVK tradable',
      'FWDX in_lock_up',
    ]);
  });

  it('leaves unsent email to the newcomer only', async () => {
    const waiting = await server.db.rows<{ email: string }>(sql`
      select distinct c.email from outbox o left join person c on c.id::text = o.payload ->> 'clientId' where o.delivered_at is null`);
    expect(waiting).toEqual([{ email: emailOf('nora') }]);
  });
});

describe('seeding', () => {
  it('leaves nothing when it fails halfway, and the next try is complete', () => {
    expect(broke).toMatchObject({ message: 'power cut' });
    expect([left, replies.includes(true)]).toEqual([0, true]);
  });

  it('runs once, also when two start at the same time', async () => {
    expect(replies.filter(Boolean)).toEqual([true]);
    expect(await seedDemo(server.app)).toBe(false);
    expect(await people(server)).toBe(demoPeople.length + applicantCount);
  });

  it('leaves an installation alone that is not a demo or is in use', async () => {
    const plain = await startServer({ env: { DEMO: '0' } });
    expect([await seedDemo(plain.app), await people(plain)]).toEqual([false, 0]);
    await plain.close();
    const used = await startServer();
    await used.register();
    expect([await seedDemo(used.app), await people(used)]).toEqual([false, 1]);
    await used.close();
  });
});

/** Passes the first calls on and fails from then on. */
function failAfter(calls: number, emit: TestServer['app']['outbox']['emit']): typeof emit {
  let made = 0;
  return async (...how) => {
    made += 1;
    if (made > calls) throw new Error('power cut');
    return emit(...how);
  };
}
