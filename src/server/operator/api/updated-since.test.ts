import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { post } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { fillWarehouse } from '#test/compliance/warehouse.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { external } from '#test/money/wallet.ts';
import { startServer, type TestServer } from '#test/server.ts';

/** A program that goes on from the last change it read misses none, whatever the order in which transactions commit. */
let server: TestServer;
let warehouse: Program;
let ben: Ben;
beforeAll(async () => {
  server = await startServer();
  const admin = await server.register({ roles: ['client', 'admin'] });
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: scopes.filter((each) => each !== scopeOfTwo) });
  ben = await registerBen(server);
  await fillWarehouse(server, admin, ben);
  const as = ben.session;
  await server.call('POST /api/trading-account/create', { as, body: { currency_id: 'EUR' } });
  await server.call('POST /api/tickets/create', {
    as,
    body: { request_id: newId(), category: 'other', subject: 'Another', text: 'And another question. '.repeat(5) },
  });
  server.clock.advance(5000);
});
afterAll(() => server.close());

/** The lists with a change of the row that `key` names, as their writers make it. */
const lists = {
  clients: (tx: Tx, key: string) =>
    tx.run(
      sql`insert into client_tag (client_id, tag, author_id, created_at) values (${key}, ${newId().slice(20)}, ${key}, now())`,
    ),
  accounts: (tx: Tx, key: string) =>
    tx.run(sql`update trading_account set nickname = 'Harbour' where number = ${key}::bigint`),
  wallets: async (tx: Tx, key: string) => {
    const { client } = await tx.one<{ client: string }>(sql`select client_id as client from wallet where id = ${key}`);
    const { code, currency } = await tx.one<{ code: string; currency: string }>(sql`
      select a.code, a.currency from wallet w join ledger_account a on a.id = w.available_id where w.id = ${key}`);
    const bank = external.code.replace('USD', currency);
    await tx.run(sql`
      insert into ledger_account (id, code, kind, currency, created_at) values (${newId()}, ${bank}, 'psp_in', ${currency}, now())
      on conflict do nothing`);
    await post(tx, { scope: client, key: newId(), kind: 'deposit', at: server.clock.now() }, [
      { account: bank, amountMinor: -100n },
      { account: code, amountMinor: 100n },
    ]);
  },
  payments: (tx: Tx, key: string) => tx.run(sql`update payment set reason = reason where id = ${key}`),
  tickets: (tx: Tx, key: string) => tx.run(sql`update conversation set priority = 'high' where id = ${key}`),
  'ipo/offerings': (tx: Tx, key: string) =>
    tx.run(sql`update ipo_offering set closes_at = closes_at where id = ${key}`),
  'ipo/applications': (tx: Tx, key: string) =>
    tx.run(sql`update ipo_application set held_minor = held_minor where id = ${key}`),
  'trading/orders': (tx: Tx, key: string) => tx.run(sql`update paper_order set sl = sl where ticket = ${key}::bigint`),
  payouts: (tx: Tx, key: string) => tx.run(sql`update provider_payout set answer = answer where reference = ${key}`),
};

type List = keyof typeof lists;
const names = Object.keys(lists) as List[];

interface Listed {
  id?: string;
  number?: string;
  updated_at: string;
}
const read = async (list: List, query: Record<string, string>) => {
  const headers = { authorization: warehouse };
  const { status, body } = await server.call(`GET /api/operator/v1/${list}` as const, {
    query,
    headers,
  });
  expect(status).toBe(200);
  return body as unknown as { data: Listed[]; next_cursor: string | null };
};
const keyOf = ({ id, number }: Listed) => id ?? number ?? '';

/** A reader that goes on from the last change it read, with what it has read; `between` runs after each page. */
function reader(list: List, limit = '50') {
  let from = '1970-01-01T00:00:00Z';
  return async (between: (page: string[]) => Promise<void> = () => Promise.resolve()) => {
    const keys: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, next_cursor } = await read(list, { updated_since: from, limit, ...(cursor && { cursor }) });
      const stamps = data.map(({ updated_at }) => updated_at);
      expect(stamps).toEqual(stamps.toSorted());
      keys.push(...data.map(keyOf));
      if (next_cursor === null) from = stamps.at(-1) ?? from;
      cursor = next_cursor;
      await between(data.map(keyOf));
    }
    return keys;
  };
}

describe.each(names)('%s', (list) => {
  const change: (tx: Tx, key: string) => Promise<unknown> = lists[list];
  const later = () => server.clock.advance(5000);

  it('come in the order of their changes, each once, and the newest first otherwise', async () => {
    const every = await reader(list, '1')();
    const newestFirst = (await read(list, { limit: '200' })).data.map(keyOf);
    expect(every.length).toBeGreaterThan(1);
    expect(every.toSorted()).toEqual(newestFirst.toSorted());
  });

  it('have a change whose transaction commits after one that changed later was read', async () => {
    const next = reader(list);
    const [first = '', second = ''] = await next();
    const seen: string[] = [];
    later();
    await server.app.db.tx(async (tx) => {
      await change(tx, first);
      later();
      await server.app.db.tx((other) => change(other, second));
      later();
      seen.push(...(await next()));
      later();
    });
    seen.push(...(await next()));
    expect(seen.slice(-2)).toEqual([first, second]);
    later();
    expect(await next()).toEqual([second]);
  });

  it('have a row that changes while they are read again at the end, and miss none', async () => {
    const next = reader(list, '1');
    const before = await reader(list)();
    let changed = '';
    const keys = await next(async ([key = '']) => {
      if (changed) return;
      changed = key;
      later();
      await server.app.db.tx((tx) => change(tx, key));
      later();
    });
    expect(keys).toEqual([...before, changed]);
  });

  it('refuse a place that is none of theirs', async () => {
    const route = `GET /api/operator/v1/${list}` as const;
    const headers = { authorization: warehouse };
    const since = '2026-01-01T00:00:00Z';
    for (const query of [
      { cursor: 'here' },
      { cursor: `${since} ${newId()}` },
      { cursor: newId(), updated_since: since },
    ]) {
      const { refusal } = await server.call(route, { query, headers });
      expect(refusal.errors?.['cursor']?.[0]?.code).toBe('validation.identifier');
    }
  });
});

it('are never read from a standby, which does not know what the primary has under way', () => {
  const all = Object.entries(api) as [string, Endpoint][];
  const byChange = all.filter(([, { query }]) => query && 'updated_since' in query.shape);
  expect(byChange.length).toBeGreaterThan(names.length);
  expect(byChange.filter(([, { readsReplica }]) => readsReplica)).toEqual([]);
});
