import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { openLists } from '#test/compliance/screening.ts';
import { forge } from '#test/database/forge.ts';
import { creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import { asker, codeOf, confirmedDestination, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let screening: Awaited<ReturnType<typeof openLists>>;
let cards: Cards;
let finance: Session;
let ida: Payer;

beforeAll(async () => {
  server = await startServer();
  await server.storeSessions();
  screening = await openLists(server);
  finance = await server.register({ roles: ['client', 'finance'] });
  cards = await openCards(server);
  await screening.connect();
});
beforeEach(async () => {
  ida = await newPayer(server, 4, 100_000n);
  await screening.compare();
});
afterAll(async () => {
  await cards.close();
  await server.close();
  await screening.lists.close();
});

const act = (name: 'assign' | 'approve' | 'mark-sent', id: string) =>
  asker(server)(`POST /api/staff/payments/${name}`, finance, { payment_id: id });
const item = async (id: string) =>
  (await asker(server)('POST /api/staff/payments/info', finance, { payment_id: id })).body.payment;

/** A withdrawal in review. */
async function requested(destinationId?: string): Promise<string> {
  const id = await submitted(server, ida, destinationId ?? (await confirmedDestination(server, ida)), '100');
  await screening.compare();
  await act('assign', id);
  return id;
}

it('money that has arrived is credited while a hit is open, and stays', async () => {
  const { id, session } = await cards.begin(ida);
  await screening.rename(ida.session, 0);
  cards.stripe.act(session, 'pay');
  await cards.settled();
  expect(await cards.stateOf(id)).toBe('credited');
  expect((await balancesOf(server.db, ida.wallet))[0]).toBe(110_000n);
});

describe('a refund', () => {
  const refund = (id: string) =>
    asker(server)('POST /api/staff/payments/refund', finance, {
      payment_id: id,
      reason: 'third_party',
      note: 'Of another',
    });

  it('of a client with an open hit is not ordered', async () => {
    const { id } = await creditedByCard(cards, ida, '100');
    await screening.rename(ida.session, 0);
    expect(codeOf(await refund(id))).toBe('payments.paused');
    expect([await cards.stateOf(id), cards.stripe.books.refunds.size]).toEqual(['credited', 0]);
    const change = sql`update payment set state = 'refunded' where id = ${id}`;
    await expect(server.app.db.run(change)).rejects.toMatchObject({ constraint: 'payments_not_paused' });
  });

  it('that was ordered before the hit waits, and is sent once it is cleared', async () => {
    const { id } = await creditedByCard(cards, ida, '100');
    cards.stripe.lie('busy', 9);
    expect((await refund(id)).status).toBe(200);
    cards.stripe.honest();
    expect(cards.stripe.books.refunds.size).toBe(0);
    await screening.rename(ida.session, 1);
    server.clock.advance(60_000);
    await server.app.jobs.run('payments.providers');
    const { state } = await server.db.one<{ state: string }>(sql`
      select state from provider_refund where payment_id = ${id}`);
    expect([state, cards.stripe.books.refunds.size]).toEqual(['calling', 0]);
    await forge(server.ownerUrl, sql`delete from screening_hit where client_id = ${ida.session.user.id}`);
    server.clock.advance(60_000);
    await server.app.jobs.run('payments.providers');
    expect(cards.stripe.books.refunds.size).toBe(1);
  });
});

describe('a withdrawal', () => {
  it('that was requested before the hit goes no further', async () => {
    const destination = await confirmedDestination(server, ida);
    const [inReview, approved] = [await requested(destination), await requested(destination)];
    await act('approve', approved);
    await screening.rename(ida.session, 0);
    expect(codeOf(await act('approve', inReview))).toBe('payments.restricted');
    expect(codeOf(await act('mark-sent', approved))).toBe('payments.restricted');
    expect((await item(approved)).held_back).toBe('restriction');
    for (const [id, state] of [
      [inReview, 'approved'],
      [approved, 'sent'],
    ])
      await expect(server.app.db.run(sql`update payment set state = ${state} where id = ${id}`)).rejects.toMatchObject({
        constraint: 'payments_not_paused',
      });
  });

  it('waits until a new name of the client or the recipient was compared', async () => {
    const id = await requested();
    await server.db.run(sql`update person set second_name = 'Newname' where id = ${ida.session.user.id}`);
    expect((await item(id)).held_back).toBe('comparison');
    expect(codeOf(await act('approve', id))).toBe('payments.withdrawal_blocked');
    screening.lists.lie('busy', 1);
    await expect(screening.compare()).rejects.toThrow('status 503');
    expect((await item(id)).held_back).toBe('comparison');
    screening.lists.beHonest();
    server.clock.advance(3_600_000);
    await server.storeSessions();
    await screening.compare();
    expect((await item(id)).held_back).toBeNull();

    const { holder } = await server.db.one<{ holder: string }>(sql`
      select d.holder from payment p join payment_destination d on d.id = p.destination_id where p.id = ${id}`);
    const due = (subject: string) =>
      server.db.run(sql`select request_screening(${ida.session.user.id}, ${subject}, 'payee')`);
    await due('Somebody Else');
    expect((await item(id)).held_back).toBeNull();
    await due(holder);
    expect((await item(id)).held_back).toBe('comparison');
    await screening.compare();
    expect((await act('approve', id)).status).toBe(200);
  });

  it('of a sending and a hit each is before the other', async () => {
    const id = await requested();
    await act('approve', id);
    const hitId = newId();
    let sent: ReturnType<typeof act> | undefined;
    await server.db.tx(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await tx.run(sql`select from person where id = ${ida.session.user.id} for no key update`);
      await tx.run(sql`
        insert into screening_hit (id, client_id, subject, entity_id, referents, kind, caption, score, entity, entity_hash, found_at, check_id)
        select ${hitId}, client_id, '', 'x-1', '{}', 'sanction', 'X', 1, '{}', '\\x00', at, id
        from screening_check where client_id = ${ida.session.user.id} limit 1`);
      await signNewRow(tx, server.config, 'screening_hit', sql`h.id = ${hitId}`);
      sent = act('mark-sent', id);
      await vi.waitFor(async () => {
        const waiting = sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
        expect(await server.db.rows(waiting)).toHaveLength(1);
      }, 30_000);
    });
    expect(codeOf(await sent!)).toBe('payments.restricted');
  });

  it('does not leave by a decision that was written past the program', async () => {
    const id = await requested();
    await act('approve', id);
    await screening.rename(ida.session, 1);
    await forge(
      server.ownerUrl,
      sql`update screening_hit set state = 'cleared', decided_at = now(), decided_by = ${finance.user.id}, reason = 'x'
          where client_id = ${ida.session.user.id}`,
    );
    expect((await item(id)).held_back).toBeNull();
    expect(codeOf(await act('mark-sent', id))).toBe('payments.restricted');
  });
});
