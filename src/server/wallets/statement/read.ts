import { createHash } from 'node:crypto';
import { toDecimal } from '#contract/kernel/money.ts';
import type { OperationKind } from '#contract/wallets/names.ts';
import { totalsByKind } from '#server/ledger/totals.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { dayAfter, dayOf } from '../days.ts';
import { otherCurrency } from '../operations.ts';
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
    select coalesce(sum(total_in - total_out), 0)::bigint as "openingMinor"
    from (${totalsByKind(sql`${wallet.availableId}`, { until: dayOf(from) })}) totals`);
  const rows = await tx.rows<StatementRow>(sql`
    select t.id, m.kind, m.at, m.amount, t.reason, ${referenceColumns}, ${otherCurrency(wallet)} as "otherCurrency",
           (${openingMinor}::bigint + sum(m.amount) over (order by m.at, m.seq))::bigint as balance
    from ledger_movement m join ledger_transaction t on t.id = m.transaction_id
    where m.account_id = ${wallet.availableId} and m.at >= ${dayOf(from)} and m.at < ${dayAfter(to)}
    order by m.at, m.seq`);
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
