import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { agreed, newApplicant, openOffering } from '#test/ipo/offerings.ts';
import type { Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let ida: Payer;
let account: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'support', 'compliance', 'admin'] });
  ida = await newApplicant(server, 5_000_000n);
  const { body } = await server.call('POST /api/trading-account/create', {
    as: ida.session,
    body: { currency_id: 'USD' },
  });
  account = body.trading_account_id;
});
afterAll(() => server.close());

const lists = ['payments', 'transfers', 'applications', 'tickets', 'sessions', 'notes'] as const;
type List = (typeof lists)[number];
const requestPage = (list: List, client_id: string, cursor?: string | null, as = admin) =>
  server.call(`POST /api/staff/clients/${list}`, { as, body: { client_id, ...(cursor && { cursor }) } });

/** The ids of all pages, and how many stood on each. */
async function pagesOf(list: List, client_id: string): Promise<{ ids: string[]; lengths: number[] }> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await requestPage(list, client_id, cursor);
    if (status !== 200) throw new Error(`${list}: ${status}`);
    pages.push(body.rows.map(({ id }) => id));
    cursor = body.next_cursor;
  } while (cursor !== null && pages.length < 10);
  return { ids: pages.flat(), lengths: pages.map(({ length }) => length) };
}

/** Inserts the named numbers of rows, three at each moment; returns their ids. */
const count = 103;
async function fill(list: List, { session, wallet }: Payer): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const clientId = session.user.id;
  const at = sql`timestamptz '2026-01-05 10:00:00.123Z' + (nth / 3) * interval '1 minute'`;
  const each = sql`from unnest(${ids}::uuid[]) with ordinality as of (id, nth)`;
  const by: Record<List, () => Sql> = {
    payments: () => sql`
      insert into payment (id, kind, state, client_id, wallet_id, currency, amount, usd, category, created_by, approvals_needed, created_at, updated_at)
      select id, 'adjustment', 'draft', ${clientId}, ${wallet.walletId}, 'USD', 100, 100, 'goodwill', ${admin.user.id}, 1, ${at}, ${at} ${each}`,
    transfers: () => sql`
      insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, state, idempotency_key, created_at, settled_at)
      select of.id, ${clientId}, ${wallet.walletId}, (select a.id from trading_account a where a.number = ${account}::bigint),
             'out', 100, 'rejected', of.id, ${at}, ${at} ${each}`,
    applications: () => sql`
      insert into ipo_application select (jsonb_populate_record(a, jsonb_build_object(
        'id', of.id, 'number', nextval('ipo_application_number'), 'state', 'cancelled', 'hold_id', null, 'held_minor', 0, 'created_at', ${at}))).*
      from ipo_application a, unnest(${ids}::uuid[]) with ordinality as of (id, nth) where a.client_id = ${clientId}`,
    tickets: () => sql`
      insert into conversation (id, kind, client_id, number, subject, category, status, last_seq, created_at, updated_at, client_at)
      select id, 'ticket', ${clientId}, 'T-9' || nth, 'Where is my money?', 'payments', 'open', 1, ${at}, ${at}, ${at} ${each}`,
    sessions: () => sql`
      insert into session select (jsonb_populate_record(s, jsonb_build_object(
        'id', of.id, 'token_hash', '\\x' || md5(of.id::text), 'last_seen_at', ${at}))).*
      from session s, unnest(${ids}::uuid[]) with ordinality as of (id, nth)
      where s.id = (select max(id::text)::uuid from session where person_id = ${clientId})`,
    notes: () => sql`
      insert into client_note (id, client_id, author_id, text, created_at)
      select id, ${clientId}, ${admin.user.id}, 'Called.', ${at} ${each}`,
  };
  await server.db.run(by[list]());
  return ids;
}

describe('the lists of a client', () => {
  beforeAll(async () => {
    const stock_id = await openOffering(server);
    await server.call('POST /api/ipo/buy', {
      as: ida.session,
      body: { ...agreed(stock_id, 100), request_id: randomUUID() },
    });
  });

  it.each(lists)('page through all %s of the client: none is lost and none comes twice', async (list) => {
    const before = (await pagesOf(list, ida.session.user.id)).ids;
    const made = await fill(list, ida);
    const { ids, lengths } = await pagesOf(list, ida.session.user.id);
    expect(lengths).toEqual([50, 50, count + before.length - 100]);
    expect(ids.toSorted()).toEqual([...before, ...made].toSorted());
    // The latest first: later rows come first, also among those of one moment.
    expect(ids.filter((id) => made.includes(id))).toEqual(made.toReversed());
  });

  it.each(['tickets', 'sessions'] as const)(
    'lose none of the client’s %s that stays while another comes up',
    async (list) => {
      const table = { tickets: sql`conversation set updated_at`, sessions: sql`session set last_seen_at` }[list];
      const all = (await pagesOf(list, ida.session.user.id)).ids;
      const first = await requestPage(list, ida.session.user.id);
      const risen = first.body.rows.at(-1)?.id ?? '';
      await server.db.run(sql`update ${table} = ${server.clock.now()} where id = ${risen}`);
      const approver = await requestPage(list, ida.session.user.id, first.body.next_cursor);
      expect(approver.body.rows.map(({ id }) => id)).toEqual(all.slice(50, 100));
    },
  );

  it.each(lists)('refuse %s for an unknown client or cursor', async (list) => {
    expect((await requestPage(list, randomUUID())).refusal.code).toBe('http.not_found');
    const refused = await requestPage(list, ida.session.user.id, `2026-13-45T99:99Z ${'-'.repeat(36)}`);
    expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['cursor']]);
    const file = await server.call(`GET /api/staff/clients/${list}/file`, {
      as: admin,
      query: { client_id: randomUUID() },
    });
    expect(file.refusal.code).toBe('http.not_found');
  });

  it('belong to one client each', async () => {
    const other = await newApplicant(server);
    for (const list of lists) {
      const { body } = await requestPage(list, other.session.user.id);
      expect(body.rows).toHaveLength(list === 'sessions' ? 2 : 0);
    }
  });

  it('are each exported in one piece, with an audit entry that names the client', async () => {
    const input = vi.spyOn(server.app.db, 'rows');
    const { body } = await server.call('GET /api/staff/clients/notes/file', {
      as: admin,
      query: { client_id: ida.session.user.id },
    });
    expect(input.mock.calls.length).toBeLessThan(5);
    input.mockRestore();
    expect(body.trimEnd().split('\r\n')).toHaveLength(count + 1);
    const { details } = await server.db.one<{ details: object }>(
      sql`select details from audit_entry where action = 'staff.client_notes_file' order by id desc limit 1`,
    );
    expect(details).toEqual({ client_id: ida.session.user.id });
  });
});

describe('the transfers of a client', () => {
  const move = (who: Payer, number: string, direction: 'in' | 'out', amount: string) =>
    server.call('POST /api/trading-account/transfer', {
      as: who.session,
      body: { trading_account_id: number, wallet_id: who.wallet.walletId, direction, amount, request_id: newId() },
    });

  it('show what each side got by the ledger, and by which operation', async () => {
    const who = await newApplicant(server, 100_000n);
    const { body: opened } = await server.call('POST /api/trading-account/create', {
      as: who.session,
      body: { currency_id: 'USD' },
    });
    const number = opened.trading_account_id;
    await move(who, number, 'in', '400');
    await move(who, number, 'out', '150.5');
    const { body } = await requestPage('transfers', who.session.user.id);
    const [out, into] = body.rows as Extract<typeof body, { rows: { transaction_id: unknown }[] }>['rows'];
    const both = { trading_account_id: number, state: 'completed', currency: 'USD' };
    expect(into).toMatchObject({
      ...both,
      direction: 'in',
      amount: '400.00',
      wallet_amount: '-400.00',
      account_amount: '400.00',
    });
    expect(out).toMatchObject({
      ...both,
      direction: 'out',
      amount: '150.50',
      wallet_amount: '150.50',
      account_amount: '-150.50',
    });
    const kinds = await server.db.rows<{ kind: string }>(
      sql`select kind from ledger_transaction where id in (${out?.transaction_id}, ${into?.transaction_id}) order by kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['transfer_from_trading', 'transfer_to_trading']);
  });

  it('show nothing moved before the platform has responded, or when it has refused', async () => {
    const { body } = await requestPage('transfers', ida.session.user.id);
    expect(body.rows[0]).toMatchObject({
      state: 'rejected',
      wallet_amount: null,
      account_amount: null,
      transaction_id: null,
    });
  });
});
