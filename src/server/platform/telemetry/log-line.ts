import type { DestinationStream } from 'pino';

/** A line of the server's log, read back. */
export interface LogLine {
  time: string;
  level: number;
  msg: string;
  trace_id?: string;
  span_id?: string;
  err?: LoggedError;
  /** Where it happened. */
  endpoint?: string;
  job?: string;
  event?: string;
  requestId?: string;
}

export interface LoggedError {
  type: string;
  message?: string;
  code?: string;
  /** The lines of its stack that name a place, without the message above them. */
  frames: string[];
}

type Raw = Omit<LogLine, 'err'> & { err?: Omit<LoggedError, 'frames'> & { stack?: string } };

/** Gives a copy of each line of ours to `take`, once it has gone its usual way. */
export const withCopies = (into: DestinationStream, take: (line: LogLine) => void): DestinationStream => ({
  write(text) {
    into.write(text);
    const line = readLogLine(text);
    if (line) take(line);
  },
});

/** Undefined for a line that is none of ours. */
function readLogLine(text: string): LogLine | undefined {
  try {
    const { err, ...line } = JSON.parse(text) as Raw;
    if (!err) return line;
    const { stack = '', ...error } = err;
    return { ...line, err: { ...error, frames: stack.split('\n').filter((each) => /^\s+at /.test(each)) } };
  } catch {
    return undefined;
  }
}
