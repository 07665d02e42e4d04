import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Snapshot, TradingPlatform } from './platform.ts';

interface Kept extends Snapshot {
  account: bigint;
}

/**
 * What the platform says of accounts now, or, while one elsewhere does not answer, what it last said of each. An account
 * of which it has never told anything is left out.
 */
export async function knownFigures(
  app: App,
  platform: TradingPlatform,
  accounts: readonly bigint[],
): Promise<Map<bigint, Snapshot>> {
  if (platform.embedded || accounts.length === 0) return platform.snapshots(accounts);
  try {
    const told = await platform.snapshots(accounts);
    await keepFigures(app, told);
    return told;
  } catch (error) {
    app.log.warn({ err: error }, 'the trading platform does not answer, the figures it last told are shown');
    return readKept(app, accounts);
  }
}

/** Keeps what a platform told, unless a later telling is there already. */
async function keepFigures({ db }: App, told: ReadonlyMap<bigint, Snapshot>): Promise<void> {
  // In one order for everybody, so that two who keep the same accounts never wait for each other in a circle.
  const rows = [...told].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const column = (pick: (snapshot: Snapshot) => bigint) => rows.map(([, snapshot]) => pick(snapshot));
  await db.run(sql`
    insert into trading_snapshot as kept (account, at, balance, credit, equity, margin, free_margin, unrealised)
    select * from unnest(
      ${rows.map(([account]) => account)}::bigint[], ${rows.map(([, { at }]) => at)}::timestamptz[],
      ${column(({ balanceMinor }) => balanceMinor)}::bigint[], ${column(({ creditMinor }) => creditMinor)}::bigint[],
      ${column(({ equityMinor }) => equityMinor)}::bigint[], ${column(({ marginMinor }) => marginMinor)}::bigint[],
      ${column(({ freeMarginMinor }) => freeMarginMinor)}::bigint[], ${column(({ unrealisedMinor }) => unrealisedMinor)}::bigint[])
    on conflict (account) do update
    set at = excluded.at, balance = excluded.balance, credit = excluded.credit, equity = excluded.equity,
        margin = excluded.margin, free_margin = excluded.free_margin, unrealised = excluded.unrealised
    where kept.at < excluded.at`);
}

async function readKept({ db }: App, accounts: readonly bigint[]): Promise<Map<bigint, Snapshot>> {
  const rows = await db.rows<Kept>(sql`
    select account, at, balance as "balanceMinor", credit as "creditMinor", equity as "equityMinor",
           margin as "marginMinor", free_margin as "freeMarginMinor", unrealised as "unrealisedMinor"
    from trading_snapshot where account = any(${accounts})`);
  return new Map(rows.map(({ account, ...figures }) => [account, figures]));
}
