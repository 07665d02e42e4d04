import { z } from 'zod';
import { samplers } from '../telemetry/sampler.ts';
import { optional } from './values.ts';
import { wrongSettings } from './wrong-settings.ts';

const signal = optional(z.enum(['otlp', 'none']));

/** `name=value,name=value`, with what needs it percent-encoded. */
const headers = z
  .string()
  .default('')
  .transform((text, context): Record<string, string> => {
    try {
      return Object.fromEntries(text.split(',').filter(Boolean).map(headerOf));
    } catch {
      context.addIssue({ code: 'custom', message: 'is not name=value, several separated by commas' });
      return z.NEVER;
    }
  });

function headerOf(pair: string): [string, string] {
  const [, name, value] = /^\s*([\w-]+)=([^\s=][^\s]*)\s*$/.exec(pair) ?? [];
  if (name === undefined || value === undefined) throw new Error('not a header');
  return [name.toLowerCase(), decodeURIComponent(value)];
}

/** Where traces, metrics and logs go, under the names that OpenTelemetry has for them, with a sentence each. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })).describe(
    'collector of OpenTelemetry that takes OTLP as JSON over HTTP, without /v1/traces; without it nothing is sent',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: headers.describe(
    'headers sent to it, as name=value, several separated by commas, such as authorization=Bearer%20…',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: optional(z.literal('http/json')).describe('the one that there is: http/json'),
  OTEL_SERVICE_NAME: optional(z.string().max(100)).describe('name of the service there; atrium by default'),
  OTEL_TRACES_EXPORTER: signal.describe('none sends no traces'),
  OTEL_METRICS_EXPORTER: signal.describe('none sends no metrics; /metrics has them'),
  OTEL_LOGS_EXPORTER: signal.describe('none sends no log lines; standard output has them'),
  OTEL_TRACES_SAMPLER: optional(z.enum(samplers)).describe(
    'which traces are kept; by default all, parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: optional(z.coerce.number().min(0).max(1)).describe(
    'share of the traces that a sampler by ratio keeps, from 0 to 1; all by default',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: optional(z.coerce.number().int().min(1000).max(3_600_000)).describe(
    'milliseconds between two exports of metrics; 60000 by default',
  ),
  SENTRY_DSN: optional(z.url({ protocol: /^https?$/ })).describe(
    'address of a service with the interface of Sentry that gets unexpected errors, as https://key@host/project',
  ),
};

type Settings = z.output<z.ZodObject<typeof telemetrySettings>>;

export type TelemetryPlan = NonNullable<ReturnType<typeof telemetryOf>>;

/** Undefined without a collector. @throws Error for an address with a name and password, which belong into a header */
export function telemetryOf(set: Settings) {
  if (set.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { username, password } = new URL(set.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (username || password)
    throw wrongSettings(
      'OTEL_EXPORTER_OTLP_ENDPOINT: holds a name or password; OTEL_EXPORTER_OTLP_HEADERS takes those',
    );
  return {
    url: set.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: set.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: set.OTEL_SERVICE_NAME ?? 'atrium',
    traces: set.OTEL_TRACES_EXPORTER !== 'none',
    metrics: set.OTEL_METRICS_EXPORTER !== 'none',
    logs: set.OTEL_LOGS_EXPORTER !== 'none',
    sampler: set.OTEL_TRACES_SAMPLER ?? ('parentbased_always_on' as const),
    share: set.OTEL_TRACES_SAMPLER_ARG ?? 1,
    metricsEveryMs: set.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000,
  };
}

export type ErrorReportPlan = NonNullable<ReturnType<typeof errorReportsOf>>;

/** Undefined where errors are in the log alone. @throws Error for an address without its key or project */
export function errorReportsOf(set: Settings & { NODE_ENV: string }) {
  if (set.SENTRY_DSN === undefined) return undefined;
  const { protocol, host, username: key, pathname } = new URL(set.SENTRY_DSN);
  const [, path = '', project = ''] = /^(.*)\/([\w-]+)$/.exec(pathname) ?? [];
  if (key === '' || project === '') throw wrongSettings('SENTRY_DSN: has to be as https://key@host/project');
  return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key, environment: set.NODE_ENV };
}
