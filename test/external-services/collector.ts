import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Keyed {
  key: string;
  value: { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean };
}

/** A span as it travels, with its attributes by name. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: Record<string, string>;
}

export interface ReceivedLog {
  body: { stringValue: string };
  severityNumber: number;
  traceId?: string;
  attributes: Record<string, string>;
}

interface ReceivedMetric {
  name: string;
  sum?: { isMonotonic: boolean; dataPoints: { attributes: Keyed[]; asDouble: number }[] };
  gauge?: { dataPoints: { attributes: Keyed[]; asDouble: number }[] };
  histogram?: {
    dataPoints: { attributes: Keyed[]; count: string; explicitBounds: number[]; bucketCounts: string[] }[];
  };
}

interface Body {
  resourceSpans?: { scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Keyed[] })[] }[] }[];
  resourceLogs?: { scopeLogs: { logRecords: (Omit<ReceivedLog, 'attributes'> & { attributes: Keyed[] })[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[];
}

const byName = (attributes: Keyed[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

/** A collector of OpenTelemetry on this machine: OTLP as JSON over HTTP. It takes everything unless `respond` is changed. */
export async function startCollector() {
  const requests: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, text: Buffer.concat(chunks).toString() });
      collector.respond(response);
    });
  });
  const bodies = (path: string) =>
    requests.filter((each) => each.path === path).map(({ text }) => JSON.parse(text) as Body);
  const collector = {
    url: '',
    requests,
    respond: (response: ServerResponse): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    spans: (): ReceivedSpan[] =>
      bodies('/v1/traces')
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: byName(span.attributes) })),
    logs: (): ReceivedLog[] =>
      bodies('/v1/logs')
        .flatMap(({ resourceLogs = [] }) => resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
        .map((log) => ({ ...log, attributes: byName(log.attributes) })),
    /** Of the last export. */
    metrics: (): ReceivedMetric[] =>
      bodies('/v1/metrics')
        .slice(-1)
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
    /** Everything that left the server, headers too. */
    everything: () => JSON.stringify(requests),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}
