import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { BackupAges, BackupWatch } from '../db/backup/schedule/watch.ts';
import type { Db, PoolState } from '../db/database.ts';
import type { ReplicaState } from '../db/replica/replica.ts';
import { worksOn } from '../db/migrations.ts';
import { sql } from '../db/sql.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { ownMigration, ownVersion } from './own-version.ts';

/** What an instance needs of its surroundings, as it was found a moment ago. */
export interface State {
  isReached: boolean;
  /** Another instance brought the database to a schema that this version does not work on. */
  isOlderThanSchema: boolean;
  /** How far the clock of this machine is ahead of the database's; null while it is unknown. */
  clockAheadS: number | null;
  isClockOff: boolean;
  /** The free space where the data are; null if it is unknown. */
  diskFreeBytes: number | null;
  isDiskLow: boolean;
  /** When a backup was last restored, to prove that it can be; null before the first time. */
  restoreProvenAt: Date | null;
  /** Why the last attempt failed; null when it did not. */
  restoreFailure: string | null;
  /** Nothing unless the product makes backups, and until it has looked for them. */
  backups: BackupAges | undefined;
  pool: PoolState;
  /** The standby that serves reads; undefined without one. */
  replica: ReplicaState | undefined;
}

export interface Condition {
  /** Checks now; concurrent callers share one check. */
  check(): Promise<State>;
  /** Checks from time to time, so that changes are logged and measured without a caller, too. */
  follow(): void;
  stop(): void;
}

const pollEveryMs = 30_000;
/** A database that takes longer counts as unreachable. */
const responseMs = 3000;
/** Sessions, quotes and one-time links compare times of both clocks. */
const maxSkewS = 3;
const minFreeBytes = 1024 ** 3;

type World = { db: Db; config: Config; log: Log; metrics: Metrics; backups: BackupWatch | undefined };

export function openCondition(world: World): Condition {
  const version = ownVersion();
  const note = noteChanges(world.log);
  let checking: Promise<State> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function examine(): Promise<State> {
    const [checks, diskFreeBytes] = await Promise.all([request(world.db), freeBytes(world.config.dataDir)]);
    const clockAheadS = checks?.clockAheadS ?? null;
    const state: State = {
      isReached: checks !== undefined,
      isOlderThanSchema: checks?.added.some((worksWith) => !worksOn(version, { worksWith })) ?? false,
      clockAheadS,
      isClockOff: Math.abs(clockAheadS ?? 0) > maxSkewS,
      diskFreeBytes,
      isDiskLow: diskFreeBytes !== null && diskFreeBytes < minFreeBytes,
      restoreProvenAt: checks?.provenAt ?? null,
      restoreFailure: checks?.proofFailure ?? null,
      backups: world.backups?.ages(),
      pool: world.db.pool(),
      replica: world.db.replica?.state(),
    };
    measure(world.metrics, state);
    if (world.backups) measureBackups(world, state);
    if (state.replica) measureReplica(world.metrics, state.replica);
    note(state);
    return state;
  }
  const check = () => (checking ??= examine().finally(() => (checking = undefined)));

  return {
    check,
    follow() {
      timer = setInterval(() => void check(), pollEveryMs).unref();
      world.backups?.follow();
    },
    stop() {
      clearInterval(timer);
      world.backups?.stop();
    },
  };
}

interface Proof {
  provenAt: Date | null;
  proofFailure: string | null;
}

interface Checks extends Proof {
  /** For each migration of a newer version, the oldest version that works with it. */
  added: (string | null)[];
  clockAheadS: number | null;
}

/** Nothing when there is no answer, or none in time. */
async function request(db: Db): Promise<Checks | undefined> {
  const began = Date.now();
  const response = db.one<Proof & { nowMs: number; added: (string | null)[] }>(sql`
    select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs",
           array(select works_with from schema_migration where name collate "C" > ${ownMigration()}) as added,
           proof.last_done_at as "provenAt", proof.failure as "proofFailure"
    from (select 1) one left join job proof on proof.name = 'platform.test_restore'`);
  const found = await inTime(response);
  if (!found) return undefined;
  // Their clock was read at some moment in between, so half of the way there and back is uncertain.
  const uncertainMs = (Date.now() - began) / 2;
  const aheadMs = began + uncertainMs - found.nowMs;
  const isKnown = uncertainMs < (maxSkewS * 1000) / 2;
  const { added, provenAt, proofFailure } = found;
  return { added, provenAt, proofFailure, clockAheadS: isKnown ? Math.round(aheadMs / 100) / 10 : null };
}

async function inTime<T>(action: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => (timer = setTimeout(done, responseMs, undefined)));
  return Promise.race([action.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

async function freeBytes(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}

function measure(
  metrics: Metrics,
  { pool, restoreProvenAt, clockAheadS, diskFreeBytes, isReached, isOlderThanSchema }: State,
): void {
  metrics.databaseUp.set(isReached ? 1 : 0);
  metrics.olderThanSchema.set(isOlderThanSchema ? 1 : 0);
  metrics.databaseConnections.set({ state: 'allowed' }, pool.size);
  metrics.databaseConnections.set({ state: 'used' }, pool.open - pool.idle);
  metrics.databaseConnections.set({ state: 'idle' }, pool.idle);
  metrics.databaseConnections.set({ state: 'awaited' }, pool.waiting);
  if (restoreProvenAt !== null) metrics.restoreProven.set(restoreProvenAt.getTime() / 1000);
  if (clockAheadS !== null) metrics.clockAhead.set(clockAheadS);
  if (diskFreeBytes !== null) metrics.diskFree.set(diskFreeBytes);
}

/** Zero until one is found, so that a place that cannot be read since the start is noticed, too. */
function measureBackups({ metrics, config }: World, { backups }: State): void {
  const target = config.backups.bucket ? 's3' : 'folder';
  metrics.backupNewest.set({ target }, (backups?.newestAt?.getTime() ?? 0) / 1000);
  metrics.backupProven.set({ target }, (backups?.provenAt?.getTime() ?? 0) / 1000);
}

function measureReplica(metrics: Metrics, { is, reads }: ReplicaState): void {
  metrics.replicaUp.set(is === 'up' ? 1 : 0);
  metrics.replicaReads.reset();
  for (const [outcome, count] of Object.entries(reads)) metrics.replicaReads.inc({ outcome }, count);
}

/** Logs what changed since the last check, and does not repeat it. */
function noteChanges(log: Log): (state: State) => void {
  const was = new Map<string, boolean>();
  const turn = (name: string, isBad: boolean, fields: object, bad: string, good: string) => {
    if ((was.get(name) ?? false) === isBad) return;
    was.set(name, isBad);
    if (isBad) log.error(fields, bad);
    else log.info(fields, good);
  };
  return ({ isReached, isOlderThanSchema, isClockOff, clockAheadS, isDiskLow, diskFreeBytes }) => {
    turn('database', !isReached, {}, 'the database is unreachable', 'the database is reached again');
    if (isReached)
      turn(
        'schema',
        isOlderThanSchema,
        {},
        'a newer version has changed the schema: this instance no longer serves',
        'the schema is known again',
      );
    if (clockAheadS !== null)
      turn(
        'clock',
        isClockOff,
        { clockAheadS },
        'the clocks of this machine and of the database differ',
        'the clocks agree',
      );
    turn(
      'disk',
      isDiskLow,
      { diskFreeBytes },
      'the disk of the data is nearly full',
      'the disk has enough space again',
    );
  };
}
