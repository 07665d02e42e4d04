import type { Config } from '../../../config/config.ts';
import type { Db, Log } from '../../database.ts';
import { installationMark, ownBackups } from '../own-backups.ts';
import { openPlace } from '../places/open-place.ts';

/** When the newest whole backup was made, and the one that was restored as a test last; null without one. */
export interface BackupAges {
  newestAt: Date | null;
  provenAt: Date | null;
}

export interface BackupWatch {
  /** As they were found last; nothing before the first time. */
  ages(): BackupAges | undefined;
  /** Looks now, and keeps what was found before where the place cannot be read. */
  look(): Promise<void>;
  follow(): void;
  stop(): void;
}

/** The place may be a bucket, where each look costs requests. */
const everyMs = 3_600_000;

/** Looks from time to time where backups lie; nothing unless the product makes them. */
export function watchBackups({
  db,
  config,
  log,
}: {
  db: Db;
  config: Pick<Config, 'dataDir' | 'backups'>;
  log: Log;
}): BackupWatch | undefined {
  if (config.backups.at === undefined) return undefined;
  const place = openPlace(config);
  let found: BackupAges | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      const installation = await installationMark(db);
      const own = await ownBackups(place, installation);
      const last = await place.lastProven(installation);
      const proven = own.find(({ name }) => name === last);
      found = { newestAt: own[0]?.createdAt ?? null, provenAt: proven?.createdAt ?? null };
    } catch (error) {
      log.warn({ err: error }, 'the age of the newest backup is unknown');
    }
  }
  return {
    ages: () => found,
    look,
    follow() {
      void look();
      timer = setInterval(() => void look(), everyMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
