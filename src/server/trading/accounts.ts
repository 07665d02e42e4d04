import { convert, toDecimal } from '#contract/money.ts';
import type { TradingAccount } from '#contract/trading.ts';
import { paperPlatform } from '#server/paper/platform.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { httpPlatform } from './http-platform.ts';
import type { Snapshot, TradingPlatform } from './platform.ts';

/** The platform on which accounts are kept. */
export function tradingPlatform(app: App): TradingPlatform {
  const { outsidePlatform } = app.config;
  return outsidePlatform ? httpPlatform(app, outsidePlatform) : paperPlatform(app);
}

interface Row {
  number: bigint;
  currency: string;
  leverage: number;
  nickname: string | null;
  status: TradingAccount['status'];
  createdAt: Date;
  archivedAt: Date | null;
  archiveReason: string | null;
  usdRate: string;
}

/** Accounts that meet a condition on `t`, the oldest first, with the platform's figures. */
export async function readAccounts(app: App, condition: Sql): Promise<TradingAccount[]> {
  const rows = await app.db.rows<Row>(sql`
    select t.number, t.currency, t.leverage, t.nickname, t.status, t.created_at as "createdAt",
           t.archived_at as "archivedAt", t.archive_reason as "archiveReason", c.usd_rate as "usdRate"
    from trading_account t join currency c on c.code = t.currency
    where ${condition}
    order by t.number`);
  const snapshots = await tradingPlatform(app).snapshots(rows.map(({ number }) => number));
  return rows.map((row) => show(row, snapshots.get(row.number)));
}

/** An account that the platform has not opened yet is empty since its beginning. */
function show(row: Row, snapshot: Snapshot | undefined): TradingAccount {
  const { currency, createdAt } = row;
  const figures = snapshot ?? emptySince(createdAt);
  return {
    trading_account_id: String(row.number),
    balance: toDecimal(convert(figures.balanceMinor, currency, 'USD', row.usdRate), 'USD'),
    currency,
    native_balance: toDecimal(figures.balanceMinor, currency),
    credit: toDecimal(figures.creditMinor, currency),
    equity: toDecimal(figures.equityMinor, currency),
    margin: toDecimal(figures.marginMinor, currency),
    free_margin: toDecimal(figures.freeMarginMinor, currency),
    margin_level: levelOf(figures),
    unrealised: toDecimal(figures.unrealisedMinor, currency),
    leverage: row.leverage,
    nickname: row.nickname,
    status: row.status,
    synchronised_at: figures.at.toISOString(),
    created_at: createdAt.toISOString(),
    archived_at: row.archivedAt?.toISOString() ?? null,
    archive_reason: row.archiveReason,
  };
}

/** In percent with two digits, rounded down; none where nothing is open. */
function levelOf({ equityMinor, marginMinor }: Snapshot): string | null {
  if (marginMinor === 0n) return null;
  const hundredths = (equityMinor * 10_000n) / marginMinor;
  const size = hundredths < 0n ? -hundredths : hundredths;
  return `${hundredths < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

function emptySince(at: Date): Snapshot {
  const nothing = { balanceMinor: 0n, creditMinor: 0n, equityMinor: 0n, marginMinor: 0n, freeMarginMinor: 0n };
  return { ...nothing, unrealisedMinor: 0n, at };
}
