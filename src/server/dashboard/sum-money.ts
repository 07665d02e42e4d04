import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { convert, toDecimal } from '#contract/kernel/money.ts';
import type { ClientAccountKind, HouseAccountKind } from '#server/ledger/accounts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { summedFigure, type Figure } from './figure.ts';
import { isWithin, utcDayOf, type Period } from './period.ts';

type Money = NonNullable<Dashboard['money']>;
type AccountKind = ClientAccountKind | HouseAccountKind;

interface Sum {
  currency: string;
  kind: AccountKind;
  on: string;
  amount: bigint;
}

/** Accounts by which the company gains: what it charges and pays out, and the other side of the clients' trading. */
const ofResult: readonly AccountKind[] = ['fees', 'bonus', 'dealing'];

/** What each kind of account gained, as the seal has summed it, and the postings after the seal. */
const gains = (seal: bigint, kinds: readonly AccountKind[]): { kept: Sql; rest: Sql } => ({
  kept: sql`select currency, kind, day, credits - debits as amount from ledger_sealed_kind s where kind = any(${kinds}::text[])`,
  rest: sql`
    select p.currency, a.kind, ${utcDayOf(sql`t.at`)} as day, p.amount
    from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_transaction t on t.id = p.transaction_id
    where p.id > ${seal}::bigint and a.kind = any(${kinds}::text[])`,
});

function gainsByDay(tx: Queries, seal: bigint, period: Period): Promise<Sum[]> {
  const { kept, rest } = gains(seal, ['psp_in', 'psp_out', ...ofResult]);
  return tx.rows<Sum>(sql`
    select currency, kind, day::text as on, sum(amount)::bigint as amount from (
      ${kept} and day between ${period.first} and ${period.last} union all ${rest} and ${isWithin(sql`t.at`, period)}) gain
    group by 1, 2, 3`);
}

function owned(tx: Queries, seal: bigint): Promise<Omit<Sum, 'on'>[]> {
  const { kept, rest } = gains(seal, ['wallet_available', 'wallet_held', 'trading']);
  return tx.rows<Omit<Sum, 'on'>>(sql`
    select currency, kind, sum(amount)::bigint as amount from (${kept} union all ${rest}) gain group by 1, 2 having sum(amount) <> 0`);
}

const sum = (rows: readonly { amount: bigint }[]) => rows.reduce((total, { amount }) => total + amount, 0n);

/**
 * External flows net of what was returned, what the company gained by its books, and what clients have. Days and totals are
 * kept with the seal of the ledger, so no account and no old posting is read.
 */
export async function sumMoney(
  tx: Queries,
  seal: bigint,
  period: Period,
): Promise<{ money: Money; figures: Figure[]; usd: (minor: bigint, currency: string) => bigint }> {
  const byDay = await gainsByDay(tx, seal, period);
  const balances = await owned(tx, seal);
  const rates = await tx.rows<{ code: string; rate: string; ratedAt: Date }>(
    sql`select code, usd_rate as rate, rated_at as "ratedAt" from currency`,
  );
  const rateOf = new Map(rates.map(({ code, rate }) => [code, rate]));
  const usd = (minor: bigint, currency: string) => convert(minor, currency, 'USD', rateOf.get(currency) ?? '0');
  const came = byDay.filter(({ kind }) => kind === 'psp_in').map((each) => ({ ...each, amount: -each.amount }));
  const went = byDay.filter(({ kind }) => kind === 'psp_out');
  const gained = byDay.filter(({ kind }) => ofResult.includes(kind));
  /** Each day, currency and kind is rounded separately. */
  const inUsd = (rows: readonly Sum[], sign = 1n) =>
    rows.map(({ on, currency, amount }) => ({ on, amount: sign * usd(amount, currency) }));
  const figure = (name: Figure['name'], rows: readonly { on: string; amount: bigint }[]) =>
    summedFigure(name, period, rows, (minor) => toDecimal(minor, 'USD'));
  const lately = ({ on }: Sum) => on >= period.from;
  const [cameLately, wentLately] = [came.filter(lately), went.filter(lately)];
  const currencies = [
    ...new Set([...cameLately, ...wentLately, ...balances].map(({ currency }) => currency)),
  ].toSorted();
  const used = rates.filter(({ code }) => currencies.includes(code) && code !== 'USD');
  const inWallets = balances.filter(({ kind }) => kind !== 'trading');
  const onAccounts = balances.filter(({ kind }) => kind === 'trading');
  const totalUsd = (rows: readonly Omit<Sum, 'on'>[]) =>
    toDecimal(
      currencies.reduce((total, code) => total + usd(sum(rows.filter(({ currency }) => currency === code)), code), 0n),
      'USD',
    );
  return {
    usd,
    figures: [
      figure('deposits', inUsd(came)),
      figure('withdrawals', inUsd(went)),
      figure('net', [...inUsd(came), ...inUsd(went, -1n)]),
      figure('result', inUsd(gained)),
    ],
    money: {
      rated_at: new Date(Math.min(period.now.getTime(), ...used.map(({ ratedAt }) => ratedAt.getTime()))).toISOString(),
      currencies: currencies.map((currency) => {
        const of = (rows: readonly Omit<Sum, 'on'>[]) => sum(rows.filter((each) => each.currency === currency));
        return {
          currency,
          in: toDecimal(of(cameLately), currency),
          out: toDecimal(of(wentLately), currency),
          net: toDecimal(of(cameLately) - of(wentLately), currency),
          wallets: toDecimal(of(inWallets), currency),
          accounts: toDecimal(of(onAccounts), currency),
        };
      }),
      wallets: totalUsd(inWallets),
      accounts: totalUsd(onAccounts),
    },
  };
}
