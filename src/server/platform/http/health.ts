import type { App } from '../app.ts';
import type { State } from '../monitoring/readiness.ts';
import { notFound } from '../refusal.ts';
import { equalSecrets } from '../secrets/token.ts';

/**
 * `/healthz` reports that the process is alive, and which bus carries realtime events (without which it still serves),
 * `/readyz` that it can serve (an instance that is shutting down cannot, nor one without its database or with an older
 * schema), and `/metrics` gives figures. The figures, and the details of `/readyz`, are for the holder of
 * METRICS_TOKEN, or for this machine when none is set. `/status` is for everyone, a status page elsewhere included: whether
 * clients can use the service, and no more.
 */
export function serveHealth(
  app: Pick<App, 'http' | 'config' | 'metrics' | 'realtime' | 'condition' | 'outbox' | 'clock'>,
  isDraining: () => boolean,
): void {
  const { http, config, metrics, realtime, condition, outbox, clock } = app;
  let shown: { status: Status; until: number } | undefined;
  http.addHook('onListen', async () => condition.follow());
  http.addHook('preClose', async () => condition.stop());
  http.get('/healthz', probeOptions, async () => ({ status: 'ok', realtime: realtime.health() }));
  http.get('/readyz', probeOptions, async (request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' });
    const state = await condition.check();
    const trouble = troubleIn(state);
    const status = { status: trouble ?? 'ready', ...(mayRead(request, config.metricsToken) ? details(state) : {}) };
    return reply.code(trouble ? 503 : 200).send(status);
  });
  http.get('/status', async (_, reply) => {
    if (shown === undefined || shown.until < performance.now()) {
      const status = statusOf(await condition.check(), outbox.lateMs(), clock.now());
      shown = { status, until: performance.now() + shownMs };
    }
    return reply
      .code(shown.status.status === 'down' ? 503 : 200)
      .header('access-control-allow-origin', '*')
      .header('cache-control', `public, max-age=${shownMs / 1000}`)
      .send(shown.status);
  });
  http.get('/metrics', probeOptions, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) throw notFound();
    await condition.check();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Probes and collectors of figures know an instance by its address. */
const probeOptions = { config: { anyHost: true } };

/** However many ask, the database is asked once in this time. */
const shownMs = 10_000;
/** Notices and emails that are later than this count as late. */
const lateMs = 60_000;

interface Status {
  status: 'operational' | 'degraded' | 'down';
  checked_at: string;
  components: { service: 'operational' | 'down'; notices: 'operational' | 'degraded' };
}

function statusOf(state: State, waitedMs: number, at: Date): Status {
  const isDown = troubleIn(state) !== undefined;
  const isLate = waitedMs > lateMs;
  return {
    status: isDown ? 'down' : isLate ? 'degraded' : 'operational',
    checked_at: at.toISOString(),
    components: { service: isDown ? 'down' : 'operational', notices: isLate ? 'degraded' : 'operational' },
  };
}

/** Why this instance cannot serve; nothing when it can. */
function troubleIn({ isReached, isOlderThanSchema }: State): string | undefined {
  if (!isReached) return 'database unreachable';
  return isOlderThanSchema ? 'older than the schema of the database' : undefined;
}

/**
 * What does not stop the service but deserves attention: a clock that is off, a disk that is nearly full, a pool that
 * is used up.
 */
function details({ pool, clockAheadS, isClockOff, diskFreeBytes, isDiskLow, backups, replica, ...proof }: State) {
  return {
    database_connections: pool,
    ...(replica ? { replica } : {}),
    clock: { ahead_s: clockAheadS, is_off: isClockOff },
    disk: { free_bytes: diskFreeBytes, is_low: isDiskLow },
    restore: { proven_at: proof.restoreProvenAt, failure: proof.restoreFailure },
    ...(backups ? { backup: { newest_at: backups.newestAt, proven_at: backups.provenAt } } : {}),
  };
}

function mayRead(
  request: { ip: string; headers: { authorization?: string | undefined } },
  token: string | undefined,
): boolean {
  if (token === undefined) return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
  return equalSecrets(request.headers.authorization ?? '', `Bearer ${token}`);
}
