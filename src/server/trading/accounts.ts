import { convert, toDecimal } from '#contract/kernel/money.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { paperPlatform } from '#server/paper/platform.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { httpPlatform } from './external-platform/http.ts';
import { knownFigures } from './external-platform/figures-cache.ts';
import type { Snapshot, TradingPlatform } from './platform.ts';

/** The platform of the accounts. */
export function tradingPlatform(app: App): TradingPlatform {
  const { remotePlatform } = app.config;
  return remotePlatform ? httpPlatform(app, remotePlatform) : paperPlatform(app);
}

interface Row {
  number: bigint;
  currency: string;
  leverage: number;
  nickname: string | null;
  formerNumber: string | null;
  status: TradingAccount['status'];
  createdAt: Date;
  archivedAt: Date | null;
  archiveReason: string | null;
  usdRate: string;
  ledgerMinor: bigint;
}

/**
 * Reads the figures of accounts: `knownFigures`, or a platform's own `snapshots` where only the present ones are
 * allowed.
 */
type ReadFigures = (platform: TradingPlatform, accounts: readonly bigint[]) => Promise<Map<bigint, Snapshot>>;

/** Accounts that meet a condition on `t`, the oldest first, with the figures that are known of them. */
export async function readAccounts(
  app: App,
  condition: Sql,
  readFigures: ReadFigures = (platform, accounts) => knownFigures(app, platform, accounts),
): Promise<TradingAccount[]> {
  const rows = await app.db.rows<Row>(sql`
    select t.number, t.currency, t.leverage, t.nickname, t.status, t.created_at as "createdAt",
           t.archived_at as "archivedAt", t.archive_reason as "archiveReason", c.usd_rate as "usdRate",
           b.amount as "ledgerMinor", (select i.outside_id from imported_account i where i.account_id = t.id) as "formerNumber"
    from trading_account t join currency c on c.code = t.currency
    join ledger_balance b on b.account_id = t.ledger_account_id
    where ${condition}
    order by t.number`);
  const snapshots = await readFigures(
    tradingPlatform(app),
    rows.map(({ number }) => number),
  );
  return rows.map((row) => show(row, snapshots.get(row.number)));
}

/**
 * For an account without figures from the platform, such as one not opened there yet, the ledger's figures are shown.
 */
function show(row: Row, snapshot: Snapshot | undefined): TradingAccount {
  const { currency, createdAt } = row;
  const figures = snapshot ?? moneyAlone(row.ledgerMinor, createdAt);
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
    former_number: row.formerNumber,
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

function moneyAlone(amountMinor: bigint, at: Date): Snapshot {
  const money = { balanceMinor: amountMinor, equityMinor: amountMinor, freeMarginMinor: amountMinor };
  return { ...money, creditMinor: 0n, marginMinor: 0n, unrealisedMinor: 0n, at };
}
