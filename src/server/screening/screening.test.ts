import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { personalData } from '#test/compliance/verification.ts';
import { forge } from '#test/database/forge.ts';
import { openLists, waitedFor } from '#test/compliance/screening.ts';
import { commonLies } from '#test/external-services/stand-ins.ts';
import { asker, confirmedDestination, newPayer, openBank } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

type Lists = Awaited<ReturnType<typeof openLists>>;
let server: TestServer;
let lists: Lists['lists'];
let connect: Lists['connect'];
let listed: Lists['listed'];
let run: Lists['compare'];
let rename: Lists['rename'];
let vera: Session;
let viktor: Session;
const day = 86_400_000;

beforeAll(async () => {
  server = await startServer();
  await server.storeSessions();
  ({ lists, connect, listed, compare: run, rename } = await openLists(server));
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  viktor = await server.register({ first_name: 'Viktor', roles: ['client', 'compliance'] });
  await connect();
  await openBank(server);
});
afterAll(async () => {
  await server.close();
  await lists.close();
});
beforeEach(async () => {
  await server.db.run(sql`delete from rate_window`);
  await server.storeSessions();
});

const hitsOf = (client: Session, as = vera) =>
  server.call('POST /api/staff/screening', { as, body: { client_id: client.user.id } }).then(({ body }) => body.hits);
const statusNow = async () => (await server.call('POST /api/staff/screening', { as: vera, body: {} })).body.status;
const checksOf = (client: Session) =>
  server.db.rows<{
    reason: string;
    subject: string;
    hits: number;
    list: string;
    version: string;
    algorithm: string;
  }>(sql`
    select reason, subject, hits, list, list_version as version, algorithm from screening_check
    where client_id = ${client.user.id} order by at, id`);
const decide = (act: 'clear' | 'confirm', hit_id: string, as = vera) =>
  server.call(`POST /api/staff/screening/${act}`, {
    as,
    body: { hit_id, reason: 'Compared.', current_password: as.password },
  });
const approve = async (client: Session) =>
  confirmAs(server, viktor, await waitingFor(server, client.user.id, 'screening'));
const standingOf = async (client: Session) =>
  (await server.call('POST /api/staff/screening/client', { as: vera, body: { client_id: client.user.id } })).body;
const stateOf = async (id: string) =>
  (await server.call('POST /api/staff/screening/hit', { as: vera, body: { hit_id: id } })).body;

/** A client who bears the name of an entity. */
async function namesake(number: number): Promise<Session> {
  const { first_name, second_name } = listed(number);
  const session = await server.register({ first_name, second_name });
  await run();
  return session;
}

describe('a client', () => {
  it('is compared after registration, and again after each change of name, birthday or country; answers are kept', async () => {
    const ida = await server.register({ first_name: 'Ida', second_name: 'Berg' });
    await run();
    expect(await checksOf(ida)).toMatchObject([
      { reason: 'registration', subject: '', hits: 0, list: 'default', algorithm: 'logic-v2' },
    ]);
    await server.call('POST /api/verification/person', { as: ida, body: personalData });
    await run();
    const last = lists.asked.at(-1)!;
    expect(last.properties).toMatchObject({ birthDate: ['1990-05-17'], nationality: ['de'] });
    expect(JSON.stringify(last)).not.toContain(ida.user.email);
    await server.db.run(sql`update person set country = 'AT' where id = ${ida.user.id}`);
    await run();
    expect((await checksOf(ida)).map(({ reason }) => reason)).toEqual(['registration', 'identity', 'identity']);
    expect(await hitsOf(ida)).toEqual([]);
  });

  it('whose name is on a list is a case', async () => {
    const boris = await namesake(0);
    expect(await hitsOf(boris)).toMatchObject([{ kind: 'sanction', state: 'open', score: 1, reopened: false }]);
    await run();
    expect(await hitsOf(boris)).toHaveLength(1);
  });

  it('is compared as the recipient of a payout, when that has another name', async () => {
    const { session } = await newPayer(server);
    await server.db.run(sql`
      insert into payment_destination (id, client_id, method, label, account, fingerprint, holder, created_at)
      values (${newId()}, ${session.user.id}, 'sandbox', 'Theirs', '4242', ${newId()}, ${listed(5).entity.caption}, now())`);
    await run();
    expect(await hitsOf(session)).toMatchObject([{ payee: listed(5).entity.caption, kind: 'sanction' }]);
  });
});

describe('while a hit is open', () => {
  it('no money of the client moves, and the client is not given the reason', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const { session, wallet } = payer;
    const destination_id = await confirmedDestination(server, payer);
    const account = await openTradingAccount(server.app, session.user, { currency_id: 'USD' });
    const request = asker(server);
    const euros = await request('POST /api/wallets/open', session, { currency_id: 'EUR' });
    const quoted = await request('POST /api/wallets/quote', session, {
      from_wallet_id: wallet.walletId,
      to_wallet_id: euros.body.id,
      amount: '3',
    });
    await rename(session, 0);
    const answers = [
      await request('POST /api/payments/deposit', session, {
        wallet_id: wallet.walletId,
        method: 'bank_transfer',
        amount: '100',
      }),
      await request('POST /api/payments/withdraw', session, {
        wallet_id: wallet.walletId,
        destination_id,
        amount: '100',
      }),
      await request('POST /api/trading-account/transfer', session, {
        trading_account_id: account.trading_account_id,
        wallet_id: wallet.walletId,
        direction: 'in',
        amount: '3',
        request_id: newId(),
      }),
      await request('POST /api/ipo/buy', session, {
        stock_id: newId(),
        quantity: 1,
        request_id: newId(),
      }),
      await request('POST /api/wallets/convert', session, { quote_id: quoted.body.id, request_id: newId() }),
    ];
    expect(answers.map(({ refusal }) => refusal.code)).toEqual([
      'payments.restricted',
      'payments.restricted',
      'payments.paused',
      'payments.paused',
      'payments.paused',
    ]);
    for (const { refusal } of answers)
      expect(JSON.stringify(refusal)).not.toMatch(/screen|sanction|list|hit|complian/i);
    const limits = await server.call('POST /api/payments/limits', { as: session });
    expect(limits.body.withdrawal.restricted?.reason.code).toBe('under_inquiry');
    const insert = sql`
      insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, state, idempotency_key, created_at)
      select ${newId()}, ${session.user.id}, ${wallet.walletId}, id, 'out', 1, 'pending', 'x', now()
      from trading_account where client_id = ${session.user.id} limit 1`;
    await expect(server.app.db.run(insert)).rejects.toMatchObject({ constraint: 'payments_not_paused' });
  });

  it('support sees neither the case nor the request to clear it', async () => {
    const boris = await namesake(1);
    const [hit] = await hitsOf(boris);
    await decide('clear', hit!.id);
    const ben = await server.register({ roles: ['client', 'support'] });
    expect((await server.call('POST /api/staff/screening', { as: ben, body: {} })).status).toBe(403);
    expect(
      (await server.call('POST /api/staff/screening/client', { as: ben, body: { client_id: boris.user.id } })).status,
    ).toBe(403);
    const { body } = await server.call('POST /api/staff/approvals', { as: ben, body: { client_id: boris.user.id } });
    expect(body.approval_requests).toEqual([]);
    const own = await server.call('POST /api/staff/screening', { as: boris, body: {} });
    expect(own.status).toBe(403);
  });
});

describe('a decision', () => {
  it('that clears a hit takes two people; then the client may move money again', async () => {
    const boris = await namesake(0);
    const [hit] = await hitsOf(boris);
    expect((await decide('clear', hit!.id)).body).toMatchObject({
      state: 'open',
      requested: { decision: 'cleared', by: vera.user.full_name, own: true },
    });
    expect((await decide('clear', hit!.id, viktor)).refusal.code).toBe('approvals.request_open');
    await expect(
      server.app.db.run(
        sql`update screening_hit set state = 'cleared', decided_at = now(), decided_by = ${vera.user.id}, reason = 'x' where id = ${hit!.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'screening_hit_is_approved' });
    expect((await approve(boris)).status).toBe(200);
    expect(await stateOf(hit!.id)).toMatchObject({
      state: 'cleared',
      decision: { by: vera.user.full_name, reason: 'Compared.' },
    });
    expect(await standingOf(boris)).toMatchObject({ open: 0, paused: false });
    expect((await decide('clear', hit!.id)).refusal.code).toBe('screening.decided');
  });

  it('that confirms a sanctions hit keeps the money where it is; of an exposed person it moves again', async () => {
    const paused = async (client: Session) => (await standingOf(client)).paused;
    const [boris, hamza] = [await namesake(5), await namesake(2)];
    expect([await paused(boris), await paused(hamza)]).toEqual([true, true]);
    for (const client of [boris, hamza]) await decide('confirm', (await hitsOf(client))[0]!.id);
    expect([await paused(boris), await paused(hamza)]).toEqual([true, true]);
    expect((await approve(hamza)).status).toBe(200);
    expect([await paused(boris), await paused(hamza)]).toEqual([true, false]);
  });

  it('that confirms an exposed person releases payments, so it takes two people, and the same decision by both', async () => {
    const hamza = await namesake(2);
    const [hit] = await hitsOf(hamza);
    expect((await decide('confirm', hit!.id)).body).toMatchObject({
      state: 'open',
      requested: { decision: 'confirmed', by: vera.user.full_name },
    });
    expect((await decide('clear', hit!.id, viktor)).refusal.code).toBe('approvals.request_open');
    const about = { client_id: hamza.user.id };
    const { body } = await server.call('POST /api/staff/approvals', { as: viktor, body: about });
    expect(body.approval_requests).toMatchObject([{ kind: 'screening', value: { decision: 'confirmed' } }]);
    const set = (state: 'cleared' | 'confirmed') =>
      server.app.db.run(sql`
        update screening_hit h set state = ${state}, decided_at = now(), decided_by = ${vera.user.id}, reason = 'x',
               approval_request_id = (select r.id from approval_request r where r.key = h.id::text)
        where id = ${hit!.id}`);
    await expect(set('confirmed')).rejects.toMatchObject({ constraint: 'screening_hit_is_approved' });
    expect((await approve(hamza)).status).toBe(200);
    expect(await stateOf(hit!.id)).toMatchObject({ state: 'confirmed', requested: null });
    await expect(set('cleared')).rejects.toMatchObject({ constraint: 'screening_hit_is_approved' });
  });

  it('on an exposed person is never of the person', async () => {
    const leila = await namesake(7);
    const [hit] = await hitsOf(leila);
    await server.db.run(sql`update person set roles = '{client,compliance}' where id = ${leila.user.id}`);
    expect((await decide('clear', hit!.id, leila)).refusal.code).toBe('screening.own_hit');
    await decide('clear', hit!.id);
    expect((await approve(leila)).status).toBe(200);
    expect((await stateOf(hit!.id)).state).toBe('cleared');
  });

  it('counts while the entity is the same: a change brings the pair back, also under another id', async () => {
    const leila = await namesake(2);
    const { entity } = listed(2);
    await decide('clear', (await hitsOf(leila))[0]!.id);
    await approve(leila);
    const again = async () => {
      await server.db.run(sql`select request_screening(${leila.user.id}, '', 'identity')`);
      await run();
      return hitsOf(leila);
    };
    expect(await again()).toEqual([]);
    lists.lie('merged_id', 3);
    await server.db.run(sql`select request_screening(${leila.user.id}, '', 'identity')`);
    await run();
    lists.beHonest();
    expect(await hitsOf(leila)).toEqual([]);
    entity.properties['position'] = ['minister'];
    expect(await again()).toMatchObject([{ state: 'open', reopened: true }]);
  });

  it('that was written past the program does not count', async () => {
    const leila = await namesake(4);
    const [hit] = await hitsOf(leila);
    await forge(
      server.ownerUrl,
      sql`update screening_hit set state = 'cleared', decided_at = now(), decided_by = ${vera.user.id}, reason = 'x' where id = ${hit!.id}`,
    );
    const { walletId } = await newPayer(server).then(({ wallet }) => wallet);
    expect(walletId).toBeTruthy();
    const limits = await server.call('POST /api/payments/limits', { as: leila });
    expect(limits.body.withdrawal.restricted).not.toBeNull();
  });
});

describe('a failure of the provider', () => {
  it.each([
    ...commonLies.filter((lie) => lie !== 'silence'),
    'status_inside',
    'fewer_responses',
    'busy_batch',
    'company',
    'empty_index',
  ] as const)(
    '(%s) is a failed comparison that staff see, never “no hit”',
    async (lie) => {
      await server.db.run(sql`delete from screening_due`);
      await server.db.run(sql`delete from screening_failure`);
      const { first_name, second_name } = listed(1);
      const galina = await server.register({ first_name, second_name });
      // The catalogue, the control query, and the names.
      lists.lie(lie, 3);
      await expect(run()).rejects.toBeInstanceOf(Error);
      expect([lie, await checksOf(galina)]).toEqual([lie, []]);
      expect((await statusNow()).last_failure?.error).toBeTruthy();
      expect((await statusNow()).waiting).toBe(1);
      lists.beHonest();
      server.clock.advance(3_600_000);
      await connect();
      await run();
      expect(await hitsOf(galina)).toHaveLength(1);
    },
    30_000,
  );

  it('that says more or less than it should does not decide: our own threshold does', async () => {
    const of = async (lie: 'exact_threshold' | 'year_only' | 'no_properties') => {
      const { first_name, second_name } = listed(10);
      const client = await server.register({ first_name, second_name });
      // The catalogue and the control query come first.
      lists.lie(lie, 3);
      await run();
      lists.beHonest();
      return (await hitsOf(client)).length;
    };
    expect(await of('exact_threshold')).toBeGreaterThan(0);
    expect(await of('year_only')).toBeGreaterThan(0);
    expect(await of('no_properties')).toBeGreaterThan(0);
  });
});

describe('the night', () => {
  it('compares everybody once, and continues after a crash in the middle', async () => {
    await server.db.run(sql`delete from screening_due`);
    server.clock.advance(day);
    await server.storeSessions();
    const period = server.clock.now().toISOString().slice(0, 10);
    lists.lie('busy_batch', 3);
    await run('screening.nightly');
    expect((await statusNow()).run).toMatchObject({ period, state: 'failed', full: true, checked: 0 });
    lists.beHonest();
    server.clock.advance(3_600_000);
    await connect();
    await run('screening.nightly');
    const { clients } = await server.db.one<{ clients: number }>(sql`select count(*)::int as clients from person`);
    const { run: done } = await statusNow();
    expect(done).toMatchObject({ period, state: 'done' });
    expect(done!.checked).toBeGreaterThanOrEqual(clients);
    const { runs } = await server.db.one<{ runs: number }>(sql`select count(*)::int as runs from screening_run`);
    await run('screening.nightly');
    expect(await server.db.one(sql`select count(*)::int as runs from screening_run`)).toEqual({ runs });
    server.clock.advance(day);
    await server.storeSessions();
    await run('screening.nightly');
    expect((await statusNow()).run).toMatchObject({ full: false, state: 'done' });
  });

  it('ends without those whose profile was closed meanwhile; one that opens again is compared', async () => {
    await server.db.run(sql`delete from screening_due`);
    const ida = await server.register({ first_name: 'Ida', second_name: 'Berg' });
    await run();
    server.clock.advance(day);
    await server.storeSessions();
    lists.lie('busy', 1);
    await run('screening.nightly');
    lists.beHonest();
    const close = (at: Date | null) =>
      server.db.run(sql`update person set closed_at = ${at}, blocked_at = ${at} where id = ${ida.user.id}`);
    await close(server.clock.now());
    server.clock.advance(3_600_000);
    await server.storeSessions();
    await run();
    expect((await statusNow()).run).toMatchObject({ state: 'done' });
    const before = (await checksOf(ida)).length;
    await close(null);
    await run();
    expect(await checksOf(ida)).toHaveLength(before + 1);
  });

  it('after a change of the connection compares with all of the lists', async () => {
    const night = async () => {
      server.clock.advance(day);
      await server.storeSessions();
      await run('screening.nightly');
      return (await statusNow()).run;
    };
    await night();
    expect(await night()).toMatchObject({ full: false, state: 'done' });
    await server.db.run(sql`update connection set version = version + 1 where port = 'screening'`);
    expect(await night()).toMatchObject({ full: true, state: 'done' });
  });

  it('says when the list is old, to monitoring too', async () => {
    const old = async () => (await statusNow()).last_check?.old;
    const oldForS = () => waitedFor(server, 'screening_lists');
    expect([await old(), await oldForS()]).toEqual([false, 0]);
    server.clock.advance(1000);
    lists.lie('old_index', 1);
    await server.register();
    await run();
    expect([await old(), Math.round((await oldForS()) / 86_400)]).toEqual([true, 7]);
  });
});
