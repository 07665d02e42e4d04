import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Snapshot, TradingPlatform } from '../platform.ts';

interface Stored extends Snapshot {
  account: bigint;
}

/**
 * The platform's figures of accounts now or, while an external one does not respond, the last known figures of each. An
 * account without any figures so far is left out.
 */
export async function knownFigures(
  app: App,
  platform: TradingPlatform,
  accounts: readonly bigint[],
): Promise<Map<bigint, Snapshot>> {
  if (platform.embedded || accounts.length === 0) return platform.snapshots(accounts);
  try {
    const snapshots = await platform.snapshots(accounts);
    await cacheFigures(app, snapshots);
    return snapshots;
  } catch (error) {
    app.log.warn({ err: error }, 'the trading platform does not answer, the figures it last told are shown');
    return readStored(app, accounts);
  }
}

/** Stores the figures of a platform, unless later ones are there already. */
async function cacheFigures({ db }: App, snapshots: ReadonlyMap<bigint, Snapshot>): Promise<void> {
  // In one order for all writers, so that two that store the same accounts never deadlock.
  const rows = [...snapshots].toSorted(([a], [b]) => (a < b ? -1 : 1));
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

async function readStored({ db }: App, accounts: readonly bigint[]): Promise<Map<bigint, Snapshot>> {
  const rows = await db.rows<Stored>(sql`
    select account, at, balance as "balanceMinor", credit as "creditMinor", equity as "equityMinor",
           margin as "marginMinor", free_margin as "freeMarginMinor", unrealised as "unrealisedMinor"
    from trading_snapshot where account = any(${accounts})`);
  return new Map(rows.map(({ account, ...figures }) => [account, figures]));
}
