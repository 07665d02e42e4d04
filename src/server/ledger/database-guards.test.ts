import { afterAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, external } from '#test/money/wallet.ts';
import { hold } from './hold.ts';

/** What the database refuses by itself on every connection, whatever the code forgets. */
const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const wallet = await clientWithWallet(db, 1000n);
const held = await db.tx((tx) =>
  hold(tx, { scope: 'test', key: 'hold', at }, { wallet, amountMinor: 400n, purpose: 'ipo' }),
);

const transaction = (id: string, postings: number) => sql`
  insert into ledger_transaction (id, scope, key, fingerprint, kind, postings, at)
  values (${id}, 'by hand', ${id}, '', 'correction', ${postings}, ${at})`;
const posting = (id: string, ...amounts: [code: string, amount: bigint][]) => sql`
  insert into ledger_posting (transaction_id, account_id, currency, amount)
  select ${id}, a.id, a.currency, p.amount
  from unnest(${amounts.map(([code]) => code)}::text[], ${amounts.map(([, amount]) => amount)}::bigint[]) p (code, amount)
  join ledger_account a on a.code = p.code`;

/** Runs statements in one transaction. */
const inOne = (...statements: Sql[]) =>
  db.tx(async (tx) => {
    for (const statement of statements) await tx.run(statement);
  });

describe('a transaction written by hand', () => {
  it('is accepted when it balances', async () => {
    const id = newId();
    await inOne(transaction(id, 2), posting(id, [external.code, -5n], [wallet.available, 5n]));
    expect(await balancesOf(db, wallet)).toEqual([605n, 400n]);
  });

  it.each([
    [
      'does not sum to zero',
      (id: string) => [transaction(id, 2), posting(id, [external.code, -5n], [wallet.available, 6n])],
    ],
    ['has no postings', (id: string) => [transaction(id, 2)]],
    [
      'has fewer postings than it says',
      (id: string) => [transaction(id, 3), posting(id, [external.code, -5n], [wallet.available, 5n])],
    ],
    [
      'has more postings than it says',
      (id: string) => [transaction(id, 2), posting(id, [external.code, -5n], [external.code, 4n], [external.code, 1n])],
    ],
    [
      'gets its postings by several statements',
      (id: string) => [transaction(id, 2), posting(id, [external.code, -5n]), posting(id, [wallet.available, 5n])],
    ],
  ])('is refused when it %s', async (_, statements) => {
    await expect(inOne(...statements(newId()))).rejects.toMatchObject({ constraint: 'ledger_transaction_balances' });
  });

  it('is closed: postings that balance cannot join it later', async () => {
    const more = posting(held.id, [external.code, -5n], [wallet.available, 5n]);
    await expect(db.run(more)).rejects.toMatchObject({ constraint: 'ledger_transaction_balances' });
  });

  it('cannot overdraw', async () => {
    const id = newId();
    const overdraft = [transaction(id, 2), posting(id, [wallet.available, -606n], [external.code, 606n])];
    await expect(inOne(...overdraft)).rejects.toMatchObject({ constraint: 'ledger_balance_not_negative' });
  });

  it('cannot move held money past its hold', async () => {
    const id = newId();
    const both = sql`
      insert into ledger_posting (transaction_id, account_id, currency, amount)
      select ${id}, id, currency, case code when ${wallet.held} then -1 else 1 end
      from ledger_account where code in (${wallet.held}, ${wallet.available})`;
    await expect(inOne(transaction(id, 2), both)).rejects.toMatchObject({ constraint: 'ledger_held_is_sum_of_holds' });
  });

  it('cannot post in a currency other than the account’s', async () => {
    const euro = sql`
      insert into ledger_posting (transaction_id, account_id, currency, amount)
      select ${held.id}, id, 'EUR', 1 from ledger_account where code = ${wallet.available}`;
    await expect(db.run(euro)).rejects.toThrow('violates foreign key constraint');
  });
});

describe('stored rows', () => {
  it.each([
    ['a posting', sql`update ledger_posting set amount = amount + 1`],
    ['a posting', sql`delete from ledger_posting`],
    ['a transaction', sql`update ledger_transaction set reason = 'because'`],
    ['a transaction', sql`delete from ledger_transaction`],
    ['an account', sql`update ledger_account set currency = 'EUR'`],
    ['an account', sql`delete from ledger_account`],
    ['a balance', sql`update ledger_balance set amount = amount + 1`],
    ['a balance', sql`delete from ledger_balance`],
    ['a crossing', sql`update ledger_external_flow set amount = amount + 1`],
    ['a crossing', sql`delete from ledger_external_flow`],
    ['a movement', sql`update ledger_movement set amount = amount + 1`],
    ['a movement', sql`delete from ledger_movement`],
    [
      'a movement',
      sql`insert into ledger_movement select account_id, seq + 1, transaction_id, kind, at, amount, balance_after from ledger_movement`,
    ],
    ['a day', sql`update ledger_day set amount = amount + 1`],
    ['a day', sql`delete from ledger_day`],
    ['a day', sql`insert into ledger_day select account_id, kind, day + 1, 1, 1, 1, 1, 1 from ledger_day`],
    ['a hold', sql`update ledger_hold set amount = amount + 1`],
    ['a hold', sql`delete from ledger_hold`],
    ['any table', sql`truncate ledger_posting cascade`],
    ['any table', sql`truncate ledger_external_flow`],
    ['any table', sql`truncate ledger_balance`],
    ['any table', sql`truncate ledger_movement`],
    ['any table', sql`truncate ledger_day`],
    ['any table', sql`truncate ledger_hold cascade`],
    ['any table', sql`truncate ledger_transaction cascade`],
    ['any table', sql`truncate person cascade`],
  ])('cannot be changed or emptied: %s', async (_, statement) => {
    await expect(db.run(statement)).rejects.toThrow('append-only');
  });

  it('cannot be made of a hold that has ended', async () => {
    const end = sql`update ledger_hold set state = 'released', resolution_id = id where id = ${held.id}`;
    await expect(inOne(end)).rejects.toMatchObject({ constraint: 'ledger_held_is_sum_of_holds' });
    await expect(
      inOne(sql`update ledger_hold set state = 'captured', resolution_id = id where id = ${held.id}`),
    ).rejects.toThrow('check');
    await expect(inOne(sql`update ledger_hold set captured = 500 where id = ${held.id}`)).rejects.toThrow('check');
  });
});
