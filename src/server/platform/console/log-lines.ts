import pino, { type DestinationStream } from 'pino';
import { clearLine, type Screen } from './steps.ts';

/** A log entry as pino writes it. */
interface Entry {
  level: number;
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
  [detail: string]: unknown;
}

/** Formats the log for people: what deserves attention, or all of it at a level below `info`. */
export function logLines(screen: Screen, level: string): DestinationStream {
  const { info = 30, warn = 40 } = pino.levels.values;
  const min = (pino.levels.values[level] ?? info) < info ? 0 : warn;
  return {
    write(text) {
      const entry = JSON.parse(text) as Entry;
      if (entry.level >= min) screen.write(`${clearLine}${lineOf(entry)}\n`);
    },
  };
}

function lineOf({ level, time, msg = '', err, ...details }: Entry): string {
  const facts = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : '';
  const cause = err ? `\n    ${err.stack ?? err.message ?? ''}` : '';
  return `  ${time.slice(11, 19)} ${pino.levels.labels[level] ?? level}: ${msg}${facts}${cause}`;
}
