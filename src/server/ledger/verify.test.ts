import { afterAll, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet, external } from '#test/money/wallet.ts';
import { openAccounts, tradingCode } from './accounts.ts';
import { captureHold, hold, releaseHold } from './hold.ts';
import { verifyLedger } from './verify.ts';

/** Each rule is broken by hand, as the database owner could do it, and must be reported with its row. */
const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const wallet = await clientWithWallet(db, 1000n);
const poor = await clientWithWallet(db, 10n);
const context = () => ({ scope: 'test', key: newId(), at });
const setAside = (amountMinor: bigint) =>
  db.tx((tx) => hold(tx, context(), { wallet, amountMinor, purpose: 'withdrawal' }));

const [active, paid, given] = [await setAside(100n), await setAside(200n), await setAside(50n)];
const withdrawal = await db.tx((tx) =>
  captureHold(tx, paid.id, { ...context(), kind: 'withdrawal' }, [{ account: external.code, amountMinor: 150n }]),
);
await db.tx((tx) => releaseHold(tx, given.id, context()));
const trading = await openTradingAccount();

async function openTradingAccount(): Promise<string> {
  const number = 10000001n;
  await db.tx(async (tx) => {
    const code = tradingCode(wallet.clientId, String(number));
    const [id] = await openAccounts(tx, at, [{ code, kind: 'trading', currency: 'USD', clientId: wallet.clientId }]);
    await tx.run(sql`
      insert into trading_account (id, number, client_id, currency, leverage, status, platform, ledger_account_id, created_at)
      values (${newId()}, ${number}, ${wallet.clientId}, 'USD', 100, 'active', 'paper', ${id}, ${at})`);
    await tx.run(
      sql`insert into paper_account (number, currency, leverage, opened_at) values (${number}, 'USD', 100, ${at})`,
    );
  });
  return String(number);
}

const tables = [
  'ledger_account',
  'ledger_balance',
  'ledger_external_flow',
  'ledger_transaction',
  'ledger_posting',
  'ledger_movement',
  'ledger_day',
  'ledger_hold',
  'portfolio_result',
  'wallet',
];
const guards = async (tx: Tx, how: 'enable' | 'disable') => {
  for (const table of tables) await tx.run(sqlText(`alter table ${table} ${how} trigger user`));
};
/** A statement without parameters, because `alter table` takes none. */
const sqlText = (text: string): Sql => sql([text]);

/** The findings after these statements, which are rolled back; those of every row, or of a stretch of postings. */
async function foundAfter(statements: Sql[], after?: bigint) {
  const nothingHappened = new Error('rolled back');
  let found: Awaited<ReturnType<typeof verifyLedger>>['findings'] = [];
  const outcome = db.tx(async (tx) => {
    await guards(tx, 'disable');
    for (const statement of statements) expect(await tx.run(statement)).toBeGreaterThanOrEqual(0);
    await guards(tx, 'enable');
    ({ findings: found } = await verifyLedger(tx, after));
    throw nothingHappened;
  });
  await expect(outcome).rejects.toBe(nothingHappened);
  return found.flatMap(({ invariant, breach }) => (breach ? [`${invariant}: ${breach.row}: ${breach.why}`] : []));
}

const accountOf = (code: string) => sql`(select id from ledger_account where code = ${code})`;
const postingOf = async (id: string, code: string) => {
  const posting = await db.one<{ id: bigint }>(
    sql`select id from ledger_posting where transaction_id = ${id} and account_id = ${accountOf(code)}`,
  );
  return posting.id;
};
const first = await postingOf(active.id, wallet.available);
const toExternal = await postingOf(withdrawal.id, external.code);

it('finds nothing in a ledger without tampering, and says how much it read', async () => {
  const { counts, findings } = await db.snapshot(verifyLedger);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
  expect(findings.length).toBeGreaterThan(10);
  expect(counts).toEqual({ accounts: 6n, transactions: 7n, postings: 15n, holds: 3n, activeHolds: 1n });
});

it('reads one snapshot, and cannot change it', async () => {
  await expect(db.snapshot((tx) => tx.run(sql`delete from wallet`))).rejects.toThrow('read-only');
});

it.each<[string, Sql[], string]>([
  [
    'a trigger of another table that was switched off',
    [sqlText('alter table connection disable trigger connection_guard')],
    'no trigger of any table is switched off: trigger connection_guard of connection: it is switched off',
  ],
  [
    'a posting that was changed',
    [sql`update ledger_posting set amount = amount + 1 where id = ${toExternal}`],
    `sum to zero in each currency: ledger_transaction ${withdrawal.id}: its postings sum to 1 in USD`,
  ],
  [
    'a posting that was removed',
    [
      sqlText('alter table ledger_external_flow drop constraint ledger_external_flow_posting_id_fkey'),
      sql`delete from ledger_posting where id = ${toExternal}`,
    ],
    `sealed with: ledger_transaction ${withdrawal.id}: it says 3 postings and has 2`,
  ],
  [
    'a transaction that was removed',
    [
      sqlText('alter table ledger_posting drop constraint ledger_posting_transaction_id_fkey'),
      sqlText('alter table ledger_hold drop constraint ledger_hold_resolution_id_fkey'),
      sql`delete from ledger_transaction where id = ${withdrawal.id}`,
    ],
    `sealed with: ledger_transaction ${withdrawal.id}: it is missing`,
  ],
  [
    'a posting in a foreign currency',
    [
      sqlText('alter table ledger_posting drop constraint ledger_posting_account_id_currency_fkey'),
      sql`update ledger_posting set currency = 'EUR' where id = ${toExternal}`,
    ],
    `currency of its account: ledger_posting ${toExternal}: it is in EUR, its account psp-in:test:USD in USD`,
  ],
  [
    'a balance that was raised',
    [sql`update ledger_balance set amount = amount + 7 where account_id = ${accountOf(wallet.available)}`],
    `sum of its postings: ledger_balance of ${wallet.available}: it is 757, its postings sum to 750`,
  ],
  [
    'a balance that is missing',
    [sql`delete from ledger_balance where account_id = ${accountOf(poor.available)}`],
    `sum of its postings: ledger_balance of ${poor.available}: it is missing`,
  ],
  [
    'a house account with a balance',
    [
      sql`insert into ledger_balance (account_id, movement_account_id, currency, trading) select id, id, currency, false from ledger_account where code = ${external.code}`,
    ],
    `sum of its postings: ledger_balance of ${external.code}: an account of the house has none`,
  ],
  [
    'an overdrawn balance',
    [
      sqlText('alter table ledger_balance drop constraint ledger_balance_not_negative'),
      sql`update ledger_balance set amount = -5 where account_id = ${accountOf(poor.available)}`,
    ],
    `was negative: ledger_balance of ${poor.available}: it is -5`,
  ],
  [
    'a balance after a posting',
    [sql`update ledger_posting set balance_after = 901 where id = ${first}`],
    `the one before it on its account: ledger_posting ${first}: it says 901 after it on ${wallet.available}, and there was 900`,
  ],
  [
    'held money without a hold',
    [
      sql`update ledger_balance set amount = amount - 7 where account_id = ${accountOf(wallet.available)}`,
      sql`update ledger_balance set amount = amount + 7 where account_id = ${accountOf(wallet.held)}`,
    ],
    `sum of the active holds: ledger_balance of ${wallet.held}: it is 107, its active holds sum to 100`,
  ],
  [
    'a hold of another amount',
    [sql`update ledger_hold set amount = 101 where id = ${active.id}`],
    `began and ended it: ledger_hold ${active.id}: its transaction does not set 101 aside`,
  ],
  [
    'a hold that says it paid more',
    [sql`update ledger_hold set captured = 160 where id = ${paid.id}`],
    `began and ended it: ledger_hold ${paid.id}: its end, transaction ${withdrawal.id}, does not pay 160 of 200`,
  ],
  [
    'a hold that ended by a foreign transaction',
    [sql`update ledger_hold set resolution_id = ${withdrawal.id} where id = ${given.id}`],
    `began and ended it: ledger_hold ${given.id}: its end, transaction ${withdrawal.id}, does not pay 0 of 50`,
  ],
  [
    'a wallet with the account of another',
    [
      sqlText('alter table wallet drop constraint wallet_available_id_key'),
      sql`update wallet set available_id = ${accountOf(poor.available)} where id = ${wallet.walletId}`,
    ],
    `of their own kind: wallet ${wallet.walletId}: its accounts are not of its client`,
  ],
  [
    'a correction that is none',
    [
      sql`update ledger_transaction set kind = 'correction', reference_type = 'ledger_transaction', reference_id = ${active.id} where id = ${withdrawal.id}`,
    ],
    `mirrors what it corrects: ledger_transaction ${withdrawal.id}: it corrects ${active.id} and does not mirror it`,
  ],
  [
    'a balance that says it is on a platform',
    [sql`update ledger_balance set trading = true where account_id = ${accountOf(poor.available)}`],
    `of their own kind: ledger_balance of ${poor.available}: it says that it is of another kind`,
  ],
  [
    'a movement of the border that was changed',
    [sql`update ledger_external_flow set amount = amount + 1 where posting_id = ${toExternal}`],
    `as it was posted: ledger_posting ${toExternal}: -149 USD is noted of it`,
  ],
  [
    'a movement of the border that nobody noted',
    [sql`delete from ledger_external_flow where posting_id = ${toExternal}`],
    `as it was posted: ledger_posting ${toExternal}: it crosses the border and is not noted`,
  ],
  [
    'a movement that was changed',
    [sql`update ledger_movement set amount = amount + 1 where transaction_id = ${withdrawal.id}`],
    `what was posted: ledger_movement of ${withdrawal.id} on ${wallet.available}: it says -149 of kind withdrawal`,
  ],
  [
    'a movement that was removed',
    [sql`delete from ledger_movement where transaction_id = ${withdrawal.id}`],
    `what was posted: ledger_movement of ${withdrawal.id} on ${wallet.available}: it is missing, and -150 was posted`,
  ],
  [
    'a movement of nothing',
    [
      sql`insert into ledger_movement select account_id, 99, ${active.id}, kind, at, 7, 7 from ledger_movement where transaction_id = ${withdrawal.id}`,
    ],
    `what was posted: ledger_movement of ${active.id} on ${wallet.available}: nothing was posted that moved the account`,
  ],
  [
    'a balance after a movement',
    [sql`update ledger_movement set balance_after = 3 where transaction_id = ${withdrawal.id}`],
    `follows the one before it: ledger_movement 2 of ${wallet.available}: it has 3 after it, and should have 850`,
  ],
  [
    'a gap in the movements',
    [sql`update ledger_movement set seq = 5 where transaction_id = ${withdrawal.id}`],
    `follows the one before it: ledger_movement 5 of ${wallet.available}: number 4 is missing`,
  ],
  [
    'a total of a day that was changed',
    [
      sql`update ledger_day set total_out = 151 where account_id = ${accountOf(wallet.available)} and kind = 'withdrawal'`,
    ],
    `sums of its movements: ledger_day 2026-03-02 of ${wallet.available}, withdrawal: it says -150 0 1 0 151, its movements sum to -150 0 1 0 150`,
  ],
  [
    'a day that was removed',
    [sql`delete from ledger_day where account_id = ${accountOf(wallet.available)} and kind = 'withdrawal'`],
    `sums of its movements: ledger_day 2026-03-02 of ${wallet.available}, withdrawal: it is missing`,
  ],
  [
    'movements of held money that are written elsewhere',
    [sql`update ledger_balance set movement_account_id = account_id where account_id = ${accountOf(poor.held)}`],
    `of their own kind: ledger_balance of ${poor.held}: its movements are written under another account`,
  ],
  [
    'a platform that has other money',
    [sql`update paper_account set balance = 5 where number = ${trading}::bigint`],
    `reconciliation: a trading account has the same on its platform: trading_account ${trading}: the ledger has 0 on it, its platform 5`,
  ],
  [
    'an advance that the ledger does not have',
    [sql`update trading_account set platform = 'http', advance = 5 where number = ${trading}::bigint`],
    `elsewhere is what the ledger advanced: trading_account ${trading}: its advance is 5, the ledger advanced 0`,
  ],
])('names %s', async (_, statements, expected) => {
  expect(await foundAfter(statements)).toContainEqual(expect.stringContaining(expected));
  // Nothing is sealed, so the stretch has every posting.
  expect(await foundAfter(statements, 0n)).toContainEqual(expect.stringContaining(expected));
});

it('names a guard that is switched off, and one that is gone', async () => {
  const off = db.tx(async (tx) => {
    await tx.run(sqlText('alter table ledger_posting disable trigger ledger_posting_append_only'));
    const { findings } = await verifyLedger(tx);
    throw new Error(findings.map(({ breach }) => `${breach?.row} ${breach?.why}`).join());
  });
  await expect(off).rejects.toThrow('trigger ledger_posting_append_only it is switched off');
  const gone = db.tx(async (tx) => {
    await tx.run(sqlText('drop trigger ledger_hold_balance_guard on ledger_hold'));
    const { findings } = await verifyLedger(tx);
    throw new Error(findings.map(({ breach }) => `${breach?.row} ${breach?.why}`).join());
  });
  await expect(gone).rejects.toThrow('trigger ledger_hold_balance_guard it is missing');
});

it('names the first of several rows', async () => {
  const found = await foundAfter([
    sql`update ledger_balance set amount = amount + 1 where account_id = ${accountOf(poor.available)}`,
    sql`update ledger_balance set amount = amount + 1 where account_id = ${accountOf(wallet.available)}`,
  ]);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`ledger_balance of ${wallet.available}`);
});
