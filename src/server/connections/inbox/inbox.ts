import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handleNext } from './handle-event.ts';

/** How many events are handled at the same time by one process. */
const atOnce = 4;
/** A line takes twice as many together while each takes less than that: a flood costs few commits, and a slow provider holds up those of one claim. */
const quickMs = 25;
const mostTogether = 32;

export interface Inbox {
  /** An event was stored here: it is handled at once. */
  wake(): void;
  /** Handles all that is due. Returns when the next one is; null when none is. */
  handleDue(): Promise<Date | null>;
}

/** Hands events to the modules of their ports. Several processes may do so at the same time. */
export function openInbox(app: App): Inbox {
  const state = { isOver: false, isWoken: false };
  let running: Promise<void> | undefined;

  async function line(): Promise<void> {
    let most = 1;
    while (!state.isOver) {
      const startedMs = performance.now();
      const count = await handleNext(app, most);
      if (count === 0) return;
      state.isWoken = true;
      const isQuick = performance.now() - startedMs < quickMs * count;
      most = isQuick ? Math.min(most * 2, mostTogether) : 1;
    }
  }

  async function handleAll(): Promise<void> {
    do {
      state.isWoken = false;
      await Promise.all(Array.from({ length: atOnce }, line));
    } while (state.isWoken && !state.isOver);
  }

  function run(): Promise<void> {
    state.isWoken = true;
    running ??= handleAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  app.http.addHook('preClose', async () => {
    state.isOver = true;
    await running;
  });
  return {
    wake: () => void run().catch((error: unknown) => app.log.error({ err: error }, 'events were not handled')),
    async handleDue() {
      await run();
      const { next } = await app.db.one<{ next: Date | null }>(
        sql`select min(next_at) as next from inbox_event where state = 'waiting'`,
      );
      return next;
    },
  };
}
