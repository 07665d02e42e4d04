import type { Attributes } from '../span.ts';
import { scrub } from '../scrub.ts';
import type { LogLine } from '../log-line.ts';
import { attributesJson, nanoseconds, resourceJson, scope, type Resource } from './attributes.ts';

/** OTLP's number of the severity by pino's level. */
const severities: Readonly<Record<number, [number, string]>> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
};

/** The body of `/v1/logs`. */
export const logsJson = (resource: Resource, lines: readonly LogLine[]) => ({
  resourceLogs: [{ resource: resourceJson(resource), scopeLogs: [{ scope, logRecords: lines.map(recordJson) }] }],
});

function recordJson({ time, level, msg, trace_id: traceId, span_id: spanId, err, ...fields }: LogLine) {
  const [severityNumber, severityText] = severities[level] ?? [0, ''];
  const exception = err
    ? {
        'exception.type': err.type,
        'exception.message': scrub(err.message ?? ''),
        'exception.code': err.code,
        'exception.stacktrace': err.frames.join('\n'),
      }
    : {};
  return {
    timeUnixNano: nanoseconds(Date.parse(time)),
    severityNumber,
    severityText,
    body: { stringValue: scrub(msg) },
    attributes: attributesJson({ ...scrubbed(fields), ...exception }),
    ...(traceId === undefined ? {} : { traceId, flags: 1 }),
    ...(spanId === undefined ? {} : { spanId }),
  };
}

/** The request id stays whole: it is what a person quotes to support. */
const whole = new Set(['requestId', 'eventId']);

/** Fields that hold one value each; lists and objects stay in the installation. */
function scrubbed(fields: object): Attributes {
  const kept = Object.entries(fields).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
    return typeof value === 'string' ? [[name, whole.has(name) ? value : scrub(value)]] : [];
  });
  return Object.fromEntries(kept);
}
