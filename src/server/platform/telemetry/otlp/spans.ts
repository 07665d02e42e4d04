import { spanKinds } from '../span.ts';
import type { EndedSpan } from '../tracer.ts';
import { attributesJson, nanoseconds, resourceJson, scope, type Resource } from './attributes.ts';

const failed = 2;

/** The body of `/v1/traces`. */
export const spansJson = (resource: Resource, spans: readonly EndedSpan[]) => ({
  resourceSpans: [{ resource: resourceJson(resource), scopeSpans: [{ scope, spans: spans.map(spanJson) }] }],
});

const spanJson = ({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, isFailed }: EndedSpan) => ({
  traceId,
  spanId,
  ...(parentId === undefined ? {} : { parentSpanId: parentId }),
  name,
  kind: spanKinds[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributesJson(attributes),
  status: isFailed ? { code: failed } : {},
});
