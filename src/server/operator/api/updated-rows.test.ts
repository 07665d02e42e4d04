import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ApiAccount,
  ApiApplication,
  ApiClient,
  ApiOffering,
  ApiPayment,
} from '#contract/operator/program-endpoints.ts';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import type { ApiTicket } from '#contract/support/program-endpoints.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { raw } from 'sql-template-tag';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import {
  asker,
  confirmedDestination,
  newPayer,
  paidByCard,
  reported,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What the operator’s lists have as changed: by the verbs of the product, and by each field that they show. */
let server: TestServer;
let warehouse: Program;
let admin: Session;
let ben: Ben;
let eva: Payer;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin', 'support'] });
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: scopes.filter((each) => each !== scopeOfTwo) });
  ben = await registerBen(server);
  eva = await newPayer(server, 3, 100_000n);
});
afterAll(() => server.close());

type Row = Record<string, unknown>;
type List = 'clients' | 'accounts' | 'wallets' | 'payments' | 'tickets' | 'ipo/offerings' | 'ipo/applications';
const later = () => server.clock.advance(1000);
const read = async (list: List, updated_since: string) => {
  later();
  const route = `GET /api/operator/v1/${list}` as const;
  const query = { updated_since, limit: '200' };
  const { body } = await server.call(route, { query, headers: { authorization: warehouse } });
  return body.data as unknown as Row[];
};
/** The rows of a list that an act changes. */
async function changedBy(list: List, act: () => Promise<unknown>): Promise<Row[]> {
  later();
  const since = server.clock.now().toISOString();
  expect(await read(list, since)).toEqual([]);
  await act();
  return read(list, since);
}

type Write = 'tags' | 'tags/remove' | 'manager' | 'person' | 'country';
const write = async (route: Write, id: string, body: object) => {
  const { status } = await server.call(`POST /api/operator/v1/clients/:id/${route}` as const, {
    params: { id },
    body,
    headers: { authorization: warehouse, 'idempotency-key': `${route.replace('/', '-')}-${id}` },
  });
  expect(status).toBe(200);
};

describe('a client', () => {
  it('changes with the registration, tags, manager, name and country', async () => {
    let id = '';
    const [registered] = await changedBy('clients', async () => void ({ id } = (await server.register()).user));
    expect(registered).toMatchObject({ id, tags: [] });
    const acts: [Write, object, Row][] = [
      ['tags', { tag: 'VIP' }, { tags: ['VIP'] }],
      ['tags/remove', { tag: 'VIP' }, { tags: [] }],
      ['manager', { manager_id: admin.user.id, reason: 'Moved' }, { manager_id: admin.user.id }],
      [
        'person',
        { first_name: 'Benno', second_name: 'Corrected', reason: 'As in the passport' },
        { first_name: 'Benno' },
      ],
      ['country', { country: 'AT', reason: 'Moved' }, { country: 'AT' }],
    ];
    for (const [route, body, shown] of acts) {
      const rows = await changedBy('clients', () => write(route, id, body));
      expect(rows).toMatchObject([{ id, ...shown }]);
    }
  });

  it('does not change by what programs do not read', async () => {
    const { id } = ben.session.user;
    const unseen = sql`update person set password_hash = password_hash || '', theme = 'dark-theme', address = 'Quay 1' where id = ${id}`;
    expect(await changedBy('clients', () => server.db.run(unseen))).toEqual([]);
  });
});

describe('a wallet', () => {
  it('changes when it is opened, with money that comes, and with a hold', async () => {
    const request = asker(server);
    const opened = await changedBy('wallets', () =>
      request('POST /api/wallets/open', eva.session, { currency_id: 'GBP' }),
    );
    expect(opened).toMatchObject([{ currency: 'GBP', available: '0.00' }]);
    const id = eva.wallet.walletId;
    const destination = await confirmedDestination(server, eva);
    const held = await changedBy('wallets', () => submitted(server, eva, destination, '100.00'));
    expect(held).toMatchObject([{ id, held: '100.00' }]);
    const paid = await changedBy('wallets', () => paidByCard(server, eva, '50.00'));
    expect(paid).toMatchObject([{ id, held: '100.00' }]);
  });
});

describe('an account, a payment, a ticket and an application', () => {
  it('change when the client or staff act', async () => {
    const as = ben.session;
    const request = asker(server);
    const number = ben.ids['his account'] ?? '';
    const renamed = await changedBy('accounts', () =>
      request('POST /api/trading-account/rename', as, { trading_account_id: number, nickname: 'Harbour' }),
    );
    expect(renamed).toMatchObject([{ number, nickname: 'Harbour' }]);
    const announced = await changedBy('payments', () => reported(server, eva, '30.00'));
    expect(announced).toMatchObject([{ state: 'under_review', amount: '30.00' }]);
    const room_id = ben.ids['his ticket'] ?? '';
    const urgent = await changedBy('tickets', () =>
      server.call('POST /api/staff/support/priority', { as: admin, body: { room_id, priority: 'urgent' } }),
    );
    expect(urgent).toMatchObject([{ id: room_id, priority: 'urgent' }]);
    const application_id = ben.ids['his application'] ?? '';
    const cancelled = await changedBy('ipo/applications', () =>
      request('POST /api/ipo/cancel', as, { application_id }),
    );
    expect(cancelled).toMatchObject([{ id: application_id, state: 'cancelled' }]);
  });
});

type Fixed =
  | 'id'
  | 'number'
  | 'client_id'
  | 'currency'
  | 'created_at'
  | 'updated_at'
  | 'kind'
  | 'wallet_id'
  | 'category'
  | 'reverses';
/** The column behind each field that may change. The compiler asks for every field. */
type Columns<Shown> = Record<Exclude<keyof Shown, Fixed>, string>;

const accounts: Columns<ApiAccount> = { leverage: 'leverage', nickname: 'nickname', status: 'status' };
const payments: Columns<ApiPayment> = {
  state: 'state',
  method: 'method',
  amount: 'amount',
  fee: 'fee',
  net: 'takes',
  value_usd: 'usd',
  reference: 'reference',
  bank_reference: 'bank_reference',
  destination_id: 'destination_id',
  refunds: 'refunds_id',
  reason: 'reason',
};
const offerings: Columns<ApiOffering> = {
  ticker: 'ticker',
  issuer: 'issuer',
  exchange: 'exchange',
  state: 'state',
  price_low: 'price_low_minor',
  price_high: 'price_high_minor',
  final_price: 'final_price_minor',
  opens_at: 'opens_at',
  closes_at: 'closes_at',
};
const applications: Columns<Omit<ApiApplication, 'offering_id'>> = {
  state: 'state',
  quantity: 'quantity',
  allotted_quantity: 'allotted_quantity',
  held: 'held_minor',
  cost: 'cost_minor',
  fee: 'fee_minor',
};
const tickets: Columns<ApiTicket> & { category: string } = {
  category: 'category',
  subject: 'subject',
  status: 'status',
  priority: 'priority',
  assignee_id: 'assignee_id',
  link: 'link_id',
  messages: 'last_seq',
  reply_due_at: 'reply_due_at',
  first_replied_at: 'first_replied_at',
  resolved_at: 'resolved_at',
  closed_at: 'closed_at',
  rating: 'rating',
};
/** The brand of a client stays; its name is of the settings. */
const clients: Record<Exclude<keyof ApiClient, 'id' | 'brand' | 'created_at' | 'updated_at'>, (id: string) => Sql> = {
  email: (id) => sql`update person set email = 'moved-' || email where id = ${id}`,
  email_verified: (id) => sql`update person set email_verified_at = now() where id = ${id}`,
  first_name: (id) => sql`update person set first_name = 'Nora' where id = ${id}`,
  second_name: (id) => sql`update person set second_name = 'Neu' where id = ${id}`,
  phone: (id) => sql`update person set phone = '+442079460018' where id = ${id}`,
  country: (id) => sql`update person set country = 'FI' where id = ${id}`,
  language: (id) => sql`update person set language = 'fi' where id = ${id}`,
  verification_level: (id) => sql`update person set verification_level = 4 where id = ${id}`,
  // What the trigger changes gets its MAC, as the statement names the table.
  risk: (id) => sql`
    with rated as (
      insert into client_risk (id, client_id, rating, reason, set_by, at)
      values (gen_random_uuid(), ${id}, 'high', 'for the test', ${admin.user.id}, ${server.clock.now()}))
    update person set address = address where id = ${id}`,
  tier: (id) =>
    sql`insert into client_tier (client_id, earned_tier, since, changed_at) values (${id}, 'gold', now(), now())`,
  state: (id) => sql`update person set frozen_at = now() where id = ${id}`,
  is_staff: (id) => sql`update person set roles = '{client,support}' where id = ${id}`,
  tags: (id) => sql`insert into client_tag (client_id, tag, author_id, created_at) values (${id}, 'A', ${id}, now())`,
  manager_id: (id) =>
    sql`insert into client_manager (client_id, manager_id, since) values (${id}, ${admin.user.id}, now())`,
};

const tables: [list: List, table: string, columns: Record<string, string>][] = [
  ['accounts', 'trading_account', accounts],
  ['payments', 'payment', payments],
  ['tickets', 'conversation', tickets],
  ['ipo/offerings', 'ipo_offering', offerings],
  ['ipo/applications', 'ipo_application', applications],
];

it.each(tables)('%s change with every field that they show', async (list, table, columns) => {
  const { id } = await server.db.one<{ id: string }>(
    sql`select id from ${raw(table)} ${list === 'tickets' ? sql`where kind = 'ticket'` : sql``} limit 1`,
  );
  for (const column of Object.values(columns).map(raw)) {
    const again = sql`update ${raw(table)} set ${column} = ${column} where id = ${id}`;
    expect(await changedBy(list, () => server.app.db.run(again))).toHaveLength(1);
  }
});

it.each(Object.keys(clients))('clients change with their %s', async (field) => {
  const { id } = (await server.register()).user;
  const change = clients[field as keyof typeof clients](id);
  const before = (await read('clients', '1970-01-01T00:00:00Z')).find((row) => row['id'] === id);
  const [after, ...others] = await changedBy('clients', () => server.db.run(change));
  expect([after?.['id'], others]).toEqual([id, []]);
  expect(after?.[field]).not.toEqual(before?.[field]);
});
