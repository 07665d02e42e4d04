import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import { notFound } from '../refusal.ts';
import { equalSecrets } from '../token.ts';

/**
 * `/healthz` says that the process lives, and what carries realtime events (without which it still serves), `/readyz` that it can serve (an instance that is shutting down cannot), and
 * `/metrics` gives figures to the holder of METRICS_TOKEN, or to this machine when none is set.
 */
export function serveHealth(
  app: Pick<App, 'http' | 'db' | 'config' | 'metrics' | 'realtime'>,
  isDraining: () => boolean,
): void {
  const { http, db, config, metrics, realtime } = app;
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok', realtime: realtime.health() }));
  http.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' });
    const reached = await db.one(sql`select 1 as one`).then(
      () => true,
      () => false,
    );
    return reached ? { status: 'ready' } : reply.code(503).send({ status: 'database unreachable' });
  });
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) throw notFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function mayRead(
  request: { ip: string; headers: { authorization?: string | undefined } },
  token: string | undefined,
): boolean {
  if (token === undefined) return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
  return equalSecrets(request.headers.authorization ?? '', `Bearer ${token}`);
}
