import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isPart } from '../http/reads/part.ts';
import type { Span, SpanContext } from './span.ts';
import { beginSpan, currentSpan, isTracing, runInSpan } from './trace.ts';
import { readTraceparent } from './traceparent.ts';

const spanOf = new WeakMap<FastifyRequest, Span>();

/**
 * A step for each request, by its pattern: addresses hold one-time tokens. A caller's own trace is continued only where a
 * trusted proxy stands in front, which says what may come through.
 */
export function traceRequests(http: FastifyInstance, { isProxy }: Pick<Config, 'isProxy'>): void {
  if (!isTracing()) return;
  http.addHook('onRequest', (request, _reply, done) => {
    const span = isProbe(request) ? undefined : beginSpan(startOf(request, isProxy));
    if (span) spanOf.set(request, span);
    runInSpan(span, done);
  });
  // The body was read by events of the connection, which belong to no request.
  http.addHook('preValidation', (request, _reply, done) => runInSpan(spanOf.get(request), done));
  http.addHook('onResponse', (request, reply, done) => {
    const span = spanOf.get(request);
    runInSpan(span, done);
    const { statusCode: status } = reply;
    span?.set({ 'http.response.status_code': status });
    if (status >= 500) span?.fail(String(status));
    span?.end();
  });
}

function startOf(request: FastifyRequest, isProxy: Config['isProxy']) {
  const { method, routeOptions } = request;
  const route = routeOptions.url ?? 'none';
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'atrium.endpoint': routeOptions.config.endpoint,
    'atrium.request_id': request.id,
  };
  return { name: `${method} ${route}`, kind: 'server', attributes, parent: parentOf(request, isProxy) } as const;
}

function parentOf({ headers, raw }: FastifyRequest, isProxy: Config['isProxy']): SpanContext | undefined {
  if (isPart(headers)) return currentSpan();
  return isProxy(raw.socket.remoteAddress) ? readTraceparent(headers['traceparent']) : undefined;
}

/** Probes ask every few seconds and say nothing about callers. */
const isProbe = ({ routeOptions }: FastifyRequest) => routeOptions.config.anyHost === true;
