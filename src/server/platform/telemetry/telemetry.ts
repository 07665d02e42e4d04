import type { DestinationStream } from 'pino';
import type { Config } from '../config/config.ts';
import type { Log } from '../monitoring/log.ts';
import type { Metrics } from '../monitoring/metrics.ts';

/** What leaves the process for those who operate it. It delays and fails no call. */
export interface Telemetry {
  /** The log's destination, with a copy of each line for the collector. */
  tee(into: DestinationStream): DestinationStream;
  /** Exports these figures from now on. */
  follow(world: { log: Log; metrics: Metrics }): void;
  /** Sends what is left, within two seconds. */
  stop(): Promise<void>;
}

/** What the settings ask for; the code that sends is loaded only then. */
export async function openTelemetryOf({
  telemetry,
  errorReports,
}: Pick<Config, 'telemetry' | 'errorReports'>): Promise<Telemetry> {
  const opened: Telemetry[] = [];
  if (telemetry) opened.push((await import('./open.ts')).openTelemetry(telemetry));
  if (errorReports) opened.push((await import('./error-reports.ts')).openErrorReports(errorReports));
  return {
    tee: (into) => opened.reduce((lines, { tee }) => tee(lines), into),
    follow: (world) => opened.forEach(({ follow }) => follow(world)),
    stop: async () => void (await Promise.all(opened.map(({ stop }) => stop()))),
  };
}
