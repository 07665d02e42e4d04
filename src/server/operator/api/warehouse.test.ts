import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import type {
  ApiAllotment,
  ApiArticle,
  ApiDocument,
  ApiHolding,
  ApiOrder,
  ApiPosition,
} from '#contract/operator/program-activity.ts';
import type {
  ApiBankPayout,
  ApiDispute,
  ApiFinding,
  ApiPaymentFinding,
  ApiPayout,
  ApiRecipient,
  ApiStatementLine,
} from '#contract/operator/program-money.ts';
import type { ApiChat } from '#contract/support/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { fillWarehouse, sealLedger } from '#test/compliance/warehouse.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { deposit } from '#test/money/wallet.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { startServer, type TestServer } from '#test/server.ts';

/** What a data warehouse copies: each row changes with every field that its list shows, and what is added stays in order. */
let server: TestServer;
let warehouse: Program;
let ben: Ben;
beforeAll(async () => {
  server = await startServer();
  const admin = await server.register({ roles: ['client', 'admin'] });
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: scopes.filter((each) => each !== scopeOfTwo) });
  ben = await registerBen(server);
  await fillWarehouse(server, admin, ben);
});
afterAll(() => server.close());

type Row = Record<string, unknown>;
type List =
  | 'ledger/postings'
  | 'audit'
  | 'trading/equity'
  | 'trading/orders'
  | 'trading/positions'
  | 'payouts'
  | 'bank-payouts'
  | 'disputes'
  | 'payment-findings'
  | 'statement-lines'
  | 'findings'
  | 'recipients'
  | 'ipo/holdings'
  | 'ipo/allotments'
  | 'documents'
  | 'articles'
  | 'chats';
const read = async (list: List, query: Record<string, string> = {}) => {
  const route = `GET /api/operator/v1/${list}` as const;
  const { body } = await server.call(route, { query, headers: { authorization: warehouse } });
  return body as unknown as { data: Row[]; next_cursor: string | null };
};

/** The column behind each field that may change; the compiler asks for every other field as one that stays. */
type Columns<Shown, Fixed extends keyof Shown> = Record<Exclude<keyof Shown, Fixed | 'updated_at'>, string>;
type OfPayout = 'id' | 'payment_id' | 'client_id' | 'currency' | 'amount';

const orders: Columns<
  ApiOrder,
  'id' | 'account' | 'client_id' | 'symbol' | 'side' | 'type' | 'reason' | 'volume' | 'placed_at'
> = {
  position: 'position',
  state: 'state',
  filled_volume: 'filled_volume',
  price: 'price',
  filled_price: 'filled_price',
  sl: 'sl',
  tp: 'tp',
  expires_at: 'expires_at',
  done_at: 'done_at',
};
const positions: Columns<
  ApiPosition,
  'id' | 'account' | 'client_id' | 'currency' | 'symbol' | 'side' | 'opened_volume' | 'open_price' | 'opened_at'
> = {
  volume: 'volume',
  sl: 'sl',
  tp: 'tp',
  margin: 'margin',
  swap: 'swap',
  closed_at: 'closed_at',
  close_reason: 'close_reason',
};
const payouts: Columns<ApiPayout, OfPayout | 'connection_id' | 'created_at'> = {
  state: 'state',
  provider_id: 'provider_id',
  answer: 'answer',
  coin: 'coin',
  coins: 'coins',
  transaction: 'transaction',
  ended_at: 'ended_at',
};
const bankPayouts: Columns<ApiBankPayout, OfPayout | 'uetr' | 'file' | 'pay_on'> = {
  status: 'status',
  reason: 'reason',
  detail: 'detail',
  contradiction: 'contradiction',
  answered_at: 'answered_at',
  ended_at: 'ended_at',
};
const disputes: Columns<ApiDispute, 'id' | 'payment_id' | 'connection_id' | 'provider_id' | 'currency' | 'opened_at'> =
  {
    status: 'status',
    reason: 'reason',
    amount: 'amount',
    amount_minor: 'amount',
    withdrawn: 'withdrawn',
    answer_by: 'answer_by',
    closed: 'closed',
  };
const paymentFindings: Columns<ApiPaymentFinding, 'id' | 'payment_id' | 'kind' | 'subject' | 'found_at'> = {
  currency: 'currency',
  amount: 'amount',
  amount_minor: 'amount',
  answer_by: 'answer_by',
  closed_at: 'closed_at',
  note: 'note',
};
const statementLines: Columns<
  ApiStatementLine,
  | 'id'
  | 'run_id'
  | 'number'
  | 'on'
  | 'currency'
  | 'amount'
  | 'account'
  | 'reference'
  | 'end_to_end_id'
  | 'bank_reference'
  | 'name'
> = {
  result: 'result',
  doubt: 'doubt',
  payment_id: 'payment_id',
  decided_by: 'decided_by',
  decided_at: 'decided_at',
};
const findings: Columns<
  ApiFinding,
  'id' | 'run_id' | 'result' | 'reference' | 'on' | 'currency' | 'here' | 'there' | 'payment_id' | 'account' | 'rule'
> = { note: 'note', resolved_by: 'resolved_by', resolved_at: 'resolved_at' };
const recipients: Columns<
  ApiRecipient,
  'id' | 'client_id' | 'method' | 'account' | 'scheme' | 'country' | 'holder' | 'created_at'
> = { label: 'label', bank: 'bank', confirmed_at: 'confirmed_at', removed_at: 'removed_at' };
const holdings: Columns<
  ApiHolding,
  | 'id'
  | 'client_id'
  | 'wallet_id'
  | 'offering_id'
  | 'application_id'
  | 'currency'
  | 'quantity'
  | 'cost'
  | 'fee'
  | 'transaction_id'
  | 'acquired_at'
> = { sold_quantity: 'sold_quantity', tradable_at: 'tradable_at' };
const allotments: Columns<
  ApiAllotment,
  'id' | 'client_id' | 'offering_id' | 'tier' | 'weight' | 'requested' | 'eligible' | 'limit_met' | 'counted'
> = { allotted: 'allotted' };
const documents: Columns<ApiDocument, 'id' | 'client_id' | 'kind' | 'type' | 'attempt' | 'sent_at'> = {
  state: 'state',
  reasons: 'reasons',
  final: 'final',
  expires_on: 'expires_on',
  decided_at: 'decided_at',
  decided_by: 'decided_by',
};
const articles: Columns<ApiArticle, 'id' | 'created_at' | 'texts'> = {
  category: 'category',
  content: 'content',
  state: 'status',
  published_at: 'published_at',
};
const chats: Columns<ApiChat, 'id' | 'client_id' | 'created_at'> = {
  status: 'status',
  priority: 'priority',
  assignee_id: 'assignee_id',
  messages: 'last_seq',
  reply_due_at: 'reply_due_at',
  first_replied_at: 'first_replied_at',
  resolved_at: 'resolved_at',
  closed_at: 'closed_at',
  rating: 'rating',
};

const tables: [list: List, table: string, id: string, columns: Record<string, string>][] = [
  ['trading/orders', 'paper_order', 'ticket', orders],
  ['trading/positions', 'paper_position', 'ticket', positions],
  ['payouts', 'provider_payout', 'reference', payouts],
  ['bank-payouts', 'payout_file_line', 'end_to_end_id', bankPayouts],
  ['disputes', 'provider_dispute', 'id', disputes],
  ['payment-findings', 'provider_finding', 'id', paymentFindings],
  ['statement-lines', 'statement_line', 'id', statementLines],
  ['findings', 'reconciliation_finding', 'id', findings],
  ['recipients', 'payment_destination', 'id', recipients],
  ['ipo/holdings', 'ipo_holding', 'id', holdings],
  ['ipo/allotments', 'ipo_allotment_entry', 'application_id', allotments],
  ['documents', 'verification_document', 'id', documents],
  ['articles', 'article', 'id', articles],
  ['chats', 'conversation', 'id', chats],
];

it.each(tables)('%s change with every field that may change', async (list, table, idColumn, columns) => {
  const [shown] = (await read(list)).data;
  const id = String(shown?.['id']);
  for (const column of Object.values(columns).map(raw)) {
    server.clock.advance(1000);
    const since = server.clock.now().toISOString();
    expect((await read(list, { updated_since: since })).data).toEqual([]);
    await server.app.db.run(sql`update ${raw(table)} set ${column} = ${column} where ${raw(idColumn)}::text = ${id}`);
    server.clock.advance(1000);
    expect((await read(list, { updated_since: since })).data.map((row) => row['id'])).toEqual([id]);
  }
});

it('shows an amount in a currency that Atrium does not know by its code and its minor units', async () => {
  await server.db.run(sql`update provider_dispute set currency = 'ISK'`);
  await server.db.run(sql`update provider_finding set currency = 'ISK', amount = 12345`);
  const { amount } = await server.db.one<{ amount: bigint }>(sql`select amount from provider_dispute`);
  const raw = { currency: 'ISK', amount: null };
  expect((await read('disputes')).data).toMatchObject([{ ...raw, amount_minor: String(amount) }]);
  expect((await read('payment-findings')).data[0]).toMatchObject({ ...raw, amount_minor: '12345' });
  const finance = await server.register({ roles: ['client', 'finance'] });
  const { body } = await server.call('POST /api/staff/payments/findings', { as: finance, body: {} });
  expect(body.findings[0]).toMatchObject({ ...raw, amount_minor: '12345' });
});

it('articles change with the texts that readers see', async () => {
  server.clock.advance(1000);
  const since = server.clock.now().toISOString();
  const [{ id } = {}] = (await read('articles')).data;
  await server.app.db.run(sql`update article_text set title = 'Corrected' where article_id = ${String(id)}`);
  server.clock.advance(1000);
  expect((await read('articles', { updated_since: since })).data).toMatchObject([
    { id, texts: [{ language: 'en', title: 'Corrected' }] },
  ]);
});

describe('the postings', () => {
  const every = async (query: Record<string, string> = {}) => {
    const rows: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await read('ledger/postings', { limit: '7', ...query, ...(cursor && { cursor }) });
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return rows;
  };

  it('come in their order, each once, and sum to zero in each currency', async () => {
    const rows = await every();
    const { count } = await server.db.one<{ count: number }>(sql`select count(*)::int as count from ledger_posting`);
    expect(rows).toHaveLength(count);
    const ids = rows.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const cents = rows.filter(({ currency }) => currency === 'USD').map(({ amount }) => Number(amount) * 100);
    expect(Math.round(cents.reduce((sum, each) => sum + each, 0))).toBe(0);
  });

  it('go on after the last one that was read, once the ledger is sealed', async () => {
    const last = String((await every()).at(-1)?.['id']);
    await deposit(server.db, ben.session.user.id, 4200n, server.clock.now());
    expect(await every({ after_id: last })).toEqual([]);
    await sealLedger(server);
    expect(await every({ after_id: last })).toMatchObject([
      { kind: 'deposit', account_kind: 'wallet_available', client_id: ben.session.user.id, amount: '42.00' },
      { kind: 'deposit', account_kind: 'psp_in', client_id: null, amount: '-42.00', balance_after: null },
    ]);
  });
});

it('the audit log has the chain in its order', async () => {
  await server.call('POST /api/operator/v1/clients/:id/tags', {
    params: { id: ben.session.user.id },
    body: { tag: 'VIP' },
    headers: { authorization: warehouse, 'idempotency-key': newId() },
  });
  await server.app.jobs.run('audit.chain');
  const rows = (await read('audit', { limit: '200' })).data;
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => String(index + 1)));
  expect((await read('audit', { after_id: '1' })).data).toEqual(rows.slice(1));
});

it('positions are read by their state', async () => {
  expect((await read('trading/positions', { state: 'open' })).data).toHaveLength(1);
  expect((await read('trading/positions', { state: 'closed' })).data).toEqual([]);
});

it('recipients have masked numbers', async () => {
  expect((await read('recipients')).data).toMatchObject([{ account: expect.stringContaining('••••') as string }]);
});

it('lines of statements are listed once something became of them', async () => {
  const [line] = (await read('statement-lines')).data;
  await server.db.run(sql`update statement_line set result = null where id = ${String(line?.['id'])}`);
  expect((await read('statement-lines')).data).toEqual([]);
});

it('equity is the last that was recorded of each account on a day', async () => {
  const accounts = await server.db.rows<{ number: bigint }>(
    sql`select number from trading_account order by number desc`,
  );
  const record = (number: string, hour: string, equity: number) =>
    server.db.run(
      sql`insert into trading_equity (account, hour, equity) values (${number}::bigint, ${hour}, ${equity})`,
    );
  const [first = '', second = ''] = accounts.map(({ number }) => String(number));
  await record(first, '2026-02-27T23:00:00Z', 100);
  for (const [hour, equity] of [
    ['00', 5000],
    ['22', 7000],
  ] as const)
    await record(first, `2026-02-28T${hour}:00:00Z`, equity);
  await record(first, '2026-03-01T00:00:00Z', 9000);
  await record(second, '2026-02-28T05:00:00Z', -250);
  const day = '2026-02-28';
  const { data, next_cursor: cursor } = await read('trading/equity', { day, limit: '1' });
  expect(data).toMatchObject([{ account: first, on: day, equity: '70.00', recorded_at: '2026-02-28T22:00:00.000Z' }]);
  const rest = await read('trading/equity', { day, limit: '1', cursor: cursor ?? '' });
  expect(rest).toMatchObject({ data: [{ account: second, equity: '-2.50' }], next_cursor: null });
  expect((await read('trading/equity', { day: '2026-02-26' })).data).toEqual([]);
  const yesterday = new Date(server.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  expect(yesterday).toBe('2026-03-01');
  expect((await read('trading/equity')).data).toMatchObject([
    { account: first, on: yesterday, equity: '90.00' },
    { account: second, on: yesterday, equity: '2012.50' },
  ]);
});
