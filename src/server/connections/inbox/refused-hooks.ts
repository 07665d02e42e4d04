import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

type Reason = 'bad_signature' | 'too_old' | 'unreadable';

/** A flood of forged calls writes one row in so long. */
const flushMs = 1000;

export interface RefusedHooks {
  note(connectionId: string, reason: Reason): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
}

/** Counts refused calls by connection and minute, in memory first. */
export function openRefusedHooks({ db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>): RefusedHooks {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...counts].map(([key, count]) => [...key.split(' '), count] as [string, Reason, string, number]);
    counts.clear();
    for (const [connectionId, reason, minute, count] of counted)
      await db.run(sql`
        insert into refused_hook as r (connection_id, minute, reason, count) values (${connectionId}, ${minute}, ${reason}, ${count})
        on conflict (connection_id, minute, reason) do update set count = r.count + ${count}`);
  }

  return {
    flush,
    note(connectionId, reason) {
      const minute = new Date(Math.floor(clock.now().getTime() / 60_000) * 60_000).toISOString();
      const key = `${connectionId} ${reason} ${minute}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.error({ err: error }, 'refused calls were not counted'));
      }, flushMs).unref();
    },
  };
}
