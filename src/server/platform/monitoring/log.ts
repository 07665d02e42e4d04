import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * Structured lines, on standard output by default. They carry names of fields, never bodies, and the route's pattern in
 * place of the address, because addresses hold one-time tokens.
 */
export function openLog(level: string, into: DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers'], censor: '[secret]' },
    serializers: { err: errorWithoutValues },
  };
  return pino(options, into);
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
