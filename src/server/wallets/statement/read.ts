import { createHash } from 'node:crypto';
import { toDecimal } from '#contract/kernel/money.ts';
import type { OperationKind } from '#contract/wallets/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { dayAfter, dayOf } from '../days.ts';
import { movements, otherCurrency } from '../operations.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { referenceColumns } from '../references.ts';

/** What moved in a wallet within a period. Amounts in minor units; `balance` is the one after the row, held money included. */
export interface Statement {
  wallet: OwnWallet;
  /** UTC days, both included. */
  from: string;
  to: string;
  openingMinor: bigint;
  rows: StatementRow[];
  closingMinor: bigint;
  /** SHA-256 of the figures, in hex: the same for every format and language. docs/ledger.md defines their form. */
  hash: string;
}

export interface StatementRow {
  id: string;
  kind: OperationKind;
  at: Date;
  amount: bigint;
  balance: bigint;
  reason: string | null;
  /** Of the account or the request at the other end. */
  referenceType: string | null;
  referenceLabel: string | null;
  /** Of the other wallet of a conversion. */
  otherCurrency: string | null;
}

/** Reads a period; the opening balance and the rows make the closing balance, whatever order they were written in. */
export async function readStatement(tx: Tx, wallet: OwnWallet, from: string, to: string): Promise<Statement> {
  const { openingMinor } = await tx.one<{ openingMinor: bigint }>(sql`
    select coalesce(sum(amount), 0)::bigint as "openingMinor" from (${movements(wallet, { until: dayOf(from) })}) moved`);
  const rows = await tx.rows<StatementRow>(sql`
    select t.id, t.kind, t.at, moved.amount, t.reason,
           ${referenceColumns}, ${otherCurrency(wallet)} as "otherCurrency",
           (${openingMinor}::bigint + sum(moved.amount) over (order by moved.at, moved.place))::bigint as balance
    from (${movements(wallet, { since: dayOf(from), until: dayAfter(to) })}) moved
    join ledger_transaction t on t.id = moved.transaction_id
    order by moved.at, moved.place`);
  const figures = { wallet, from, to, openingMinor, rows, closingMinor: rows.at(-1)?.balance ?? openingMinor };
  return { ...figures, hash: hashOf(figures) };
}

function hashOf({
  wallet: { id, currency },
  from,
  to,
  openingMinor,
  rows,
  closingMinor,
}: Omit<Statement, 'hash'>): string {
  const decimal = (minor: bigint) => toDecimal(minor, currency);
  const lines = [
    [id, currency, from, to],
    [decimal(openingMinor)],
    ...rows.map((row) => [row.id, row.at.toISOString(), row.kind, decimal(row.amount), decimal(row.balance)]),
    [decimal(closingMinor)],
  ];
  return createHash('sha256')
    .update(lines.map((line) => `${line.join(' ')}\n`).join(''))
    .digest('hex');
}
