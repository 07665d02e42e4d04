import { openPool, type PoolSettings } from '../connection/pool.ts';
import { connect, ONE_MOMENT, queriesOn, transactionOn, type Db, type Log } from '../database.ts';
import { sql } from '../sql.ts';
import { withReplica } from './reads.ts';
import { openReplica } from './replica.ts';

/** A standby of the same database, and how far behind it may be to be read. */
export interface ReplicaSettings {
  url: string;
  maxLagMs: number;
  /** One that does not answer so soon, when it is connected to or asked how far it is, is not waited for. */
  answersWithinMs?: number;
}

const soonMs = 1000;

/** As `connect`, with a pool of as many connections to a standby. */
export function connectWithReplica(
  url: string,
  log: Log,
  settings: PoolSettings,
  { url: replicaUrl, maxLagMs, answersWithinMs = soonMs }: ReplicaSettings,
): Db {
  const primary = connect(url, log, settings);
  const { pool } = openPool(replicaUrl, log, { ...settings, isReadOnly: true, connectionTimeoutMs: answersWithinMs });
  const primaryLsn = async () =>
    (await primary.one<{ lsn: string }>(sql`select pg_current_wal_lsn()::text as lsn`)).lsn;
  return withReplica(primary, openReplica({ pool, primaryLsn, maxLagMs, answersWithinMs, log }), {
    queries: (client) => queriesOn(client),
    snapshot: (client, action) => transactionOn({ client, secrets: settings.secrets }, ONE_MOMENT, action, () => {}),
  });
}
