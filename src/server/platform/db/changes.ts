import pg from 'pg';

/** What triggers announce when it changes: see `announce_change` in the migrations. */
export type Topic = 'settings' | 'demo_clock';

/** News of changes that any process made, a moment after their commit. */
export interface Changes {
  /**
   * Calls `action` whenever the topic may have changed: at each notice, and once the connection is back after a loss.
   * @returns ends the subscription
   */
  on(topic: Topic, action: () => void): () => void;
  /** False while notices may be missed; a listener polls then. */
  isUp(): boolean;
  stop(): Promise<void>;
}

const channel = 'atrium_changes';
const firstPauseMs = 250;
const longestPauseMs = 5000;
/** A connection that is half dead shows it only when it is used. */
const checkMs = 60_000;
const responseMs = 3000;

/**
 * LISTEN on a connection of its own, opened with the first subscription. It must be a session of PostgreSQL, not one of
 * a pooler that lends transactions.
 */
export function openChanges(
  connection: pg.ClientConfig,
  log: Record<'info' | 'warn', (fields: object, message: string) => void>,
): Changes {
  const subscriptions = new Map<Topic, Set<() => void>>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let isUp = false;
  let isStopped = false;
  let failures = 0;

  const announce = (topic: string) => subscriptions.get(topic as Topic)?.forEach((action) => action());

  function lost(own: pg.Client, reason: string): void {
    if (client !== own || isStopped) return;
    client = undefined;
    isUp = false;
    clearInterval(check);
    if (failures === 0) log.warn({ reason }, 'changes by other processes are polled for: the connection is lost');
    failures += 1;
    void own.end().catch(() => {});
    timer = setTimeout(connect, Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 6))).unref();
  }

  function connect(): void {
    const own = new pg.Client({ ...connection, query_timeout: responseMs, keepAlive: true });
    client = own;
    own.on('error', (error) => lost(own, error.message));
    own.on('end', () => lost(own, 'the connection ended'));
    own.on('notification', ({ payload = '' }) => announce(payload));
    listen(own).catch((error: unknown) => lost(own, error instanceof Error ? error.message : String(error)));
  }

  async function listen(own: pg.Client): Promise<void> {
    await own.connect();
    await own.query(`listen ${channel}`);
    if (client !== own || isStopped) return;
    isUp = true;
    check = setInterval(
      () => void own.query('select 1 as is_alive').catch((error: Error) => lost(own, error.message)),
      checkMs,
    ).unref();
    if (failures > 0) log.info({}, 'changes by other processes are announced again');
    failures = 0;
    // What changed before the first notice could come.
    for (const topic of subscriptions.keys()) announce(topic);
  }

  return {
    on(topic, action) {
      const actions = subscriptions.get(topic) ?? new Set();
      subscriptions.set(topic, actions.add(action));
      if (!client && !timer && !isStopped) connect();
      return () => void actions.delete(action);
    },
    isUp: () => isUp,
    async stop() {
      isStopped = true;
      isUp = false;
      clearTimeout(timer);
      clearInterval(check);
      await client?.end().catch(() => {});
    },
  };
}
