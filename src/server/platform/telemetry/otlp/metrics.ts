import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { attributesJson, nanoseconds, resourceJson, scope, type Resource } from './attributes.ts';

type Metric = MetricObjectWithValues<MetricValue<string>>;
type Value = MetricValue<string> & { metricName?: string };

const cumulative = 2;

interface Moments {
  startMs: number;
  nowMs: number;
}

/** The body of `/v1/metrics`, from the same figures that `/metrics` shows. */
export const metricsJson = (resource: Resource, metrics: readonly Metric[], moments: Moments) => ({
  resourceMetrics: [
    {
      resource: resourceJson(resource),
      scopeMetrics: [{ scope, metrics: metrics.map((metric) => metricJson(metric, moments)) }],
    },
  ],
});

function metricJson(metric: Metric, moments: Moments) {
  const named = { name: metric.name, description: metric.help };
  const times = { startTimeUnixNano: nanoseconds(moments.startMs), timeUnixNano: nanoseconds(moments.nowMs) };
  // The package declares an enum here and has words at run time.
  const type = String(metric.type);
  if (type === 'histogram')
    return { ...named, histogram: { aggregationTemporality: cumulative, dataPoints: distributions(metric, times) } };
  const dataPoints = metric.values.map(({ value, labels }) => ({
    attributes: attributesJson(labels),
    ...times,
    asDouble: value,
  }));
  if (type === 'counter')
    return { ...named, sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } };
  return { ...named, gauge: { dataPoints } };
}

/** Prometheus counts in each bucket also what is in those below; OTLP does not. */
function distributions({ name, values }: Metric, times: object) {
  const series = new Map<
    string,
    { labels: MetricValue<string>['labels']; below: [number, number][]; sum: number; count: number }
  >();
  for (const {
    metricName,
    value,
    labels: { le, ...labels },
  } of values as Value[]) {
    const key = JSON.stringify(labels);
    const one = series.get(key) ?? { labels, below: [], sum: 0, count: 0 };
    series.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else one.below.push([le === '+Inf' ? Infinity : Number(le), value]);
  }
  return [...series.values()].map(({ labels, below, sum, count }) => ({
    attributes: attributesJson(labels),
    ...times,
    count: String(count),
    sum,
    explicitBounds: below.map(([bound]) => bound).filter(Number.isFinite),
    bucketCounts: below.map(([, upTo], nth) => String(upTo - (below[nth - 1]?.[1] ?? 0))),
  }));
}
