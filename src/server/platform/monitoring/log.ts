import pino, { type DestinationStream, type Logger } from 'pino';
import { traceFields } from '../telemetry/trace.ts';

export type Log = Logger;

/**
 * Structured lines, on standard output by default. They carry names of fields, never bodies, and the route's pattern in
 * place of the address, because addresses hold one-time tokens. While tracing is on, they name their trace.
 *
 * @param tee takes a copy of each line elsewhere
 */
export function openLog(
  level: string,
  into: DestinationStream = pino.destination(1),
  tee = (lines: DestinationStream): DestinationStream => lines,
): Log {
  const options = {
    level,
    base: null,
    mixin: traceFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers'], censor: '[secret]' },
    serializers: { err: errorWithoutValues },
  };
  return pino(options, tee(into));
}

/** PostgreSQL's `detail` quotes the values of a row, which a log must not keep. */
function errorWithoutValues(error: Error & { code?: string; constraint?: string }) {
  return {
    type: error.name,
    message: error.message,
    code: error.code,
    constraint: error.constraint,
    stack: error.stack,
  };
}
