import { randomUUID } from 'node:crypto';
import type { TelemetryPlan } from '../config/telemetry.ts';
import type { Log } from '../monitoring/log.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { openBatches } from './batches.ts';
import { deliver, type Collector, type Signal } from './collector.ts';
import { withCopies, type LogLine } from './log-line.ts';
import type { Resource } from './otlp/attributes.ts';
import { logsJson } from './otlp/logs.ts';
import { metricsJson } from './otlp/metrics.ts';
import { spansJson } from './otlp/spans.ts';
import { ownVersion } from '../monitoring/own-version.ts';
import { samplerOf } from './sampler.ts';
import type { Telemetry } from './telemetry.ts';
import { setTracer } from './trace.ts';
import { openTracer, type EndedSpan } from './tracer.ts';

type World = { log: Log; metrics: Metrics };

/** A stopping process waits no longer for the collector. */
const flushMs = 2000;
const infoLevel = 30;

/** Sends traces, metrics and logs to a collector. Loaded only where the settings name one. */
export function openTelemetry(plan: TelemetryPlan): Telemetry {
  const resource: Resource = { serviceName: plan.serviceName, instance: randomUUID(), version: ownVersion() };
  const collector: Collector = plan;
  const startMs = Date.now();
  const dropped: Record<Signal, number> = { traces: 0, metrics: 0, logs: 0 };
  let world: World | undefined;
  let isAway = false;
  let timer: NodeJS.Timeout | undefined;

  function drop(signal: Signal, count: number): void {
    dropped[signal] += count;
    world?.metrics.telemetryDropped.inc({ signal }, count);
  }

  /** Says once that the collector is away, and once that it is back. */
  function note(isTaken: boolean): void {
    if (isAway === !isTaken) return;
    isAway = !isTaken;
    if (isAway) world?.log.warn({}, 'the collector of telemetry does not take what is sent');
    else world?.log.info({}, 'the collector of telemetry takes what is sent again');
  }

  const batchesOf = <Item>(signal: Signal, body: (items: readonly Item[]) => object) =>
    openBatches<Item>({
      send: (items, withinMs) => deliver(collector, signal, body(items), withinMs),
      onDropped: (count) => drop(signal, count),
      onSent: note,
    });
  const spans = batchesOf<EndedSpan>('traces', (items) => spansJson(resource, items));
  const lines = batchesOf<LogLine>('logs', (items) => logsJson(resource, items));

  async function sendMetrics(withinMs?: number): Promise<void> {
    if (!world) return;
    const metrics = await world.metrics.registry.getMetricsAsJSON();
    const body = metricsJson(resource, metrics, { startMs, nowMs: Date.now() });
    const { is } = await deliver(collector, 'metrics', body, withinMs);
    if (is !== 'taken') drop('metrics', 1);
    note(is === 'taken');
  }

  if (plan.traces) setTracer(openTracer(samplerOf(plan.sampler, plan.share), spans.add));

  /** Lines below `info` stay in the installation. */
  const copy = (line: LogLine) => {
    if (line.level >= infoLevel) lines.add(line);
  };

  return {
    tee: (into) => (plan.logs ? withCopies(into, copy) : into),
    follow(given) {
      world = given;
      for (const signal of ['traces', 'metrics', 'logs'] as const)
        given.metrics.telemetryDropped.inc({ signal }, dropped[signal]);
      if (plan.metrics) timer = setInterval(() => void sendMetrics(), plan.metricsEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      setTracer(undefined);
      await Promise.all([spans.stop(flushMs), lines.stop(flushMs), ...(plan.metrics ? [sendMetrics(flushMs)] : [])]);
      world = undefined;
    },
  };
}
