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

const none: Telemetry = { tee: (into) => into, follow() {}, stop: async () => {} };

/** What the settings ask for; the code that sends is loaded only then. */
export async function openTelemetryOf({ telemetry }: Pick<Config, 'telemetry'>): Promise<Telemetry> {
  if (!telemetry) return none;
  const { openTelemetry } = await import('./open.ts');
  return openTelemetry(telemetry);
}
