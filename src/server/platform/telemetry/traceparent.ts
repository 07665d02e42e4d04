import type { SpanContext } from './span.ts';

const shape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const sampled = 1;

/** A span as W3C Trace Context writes it: in a header, or in a row of the outbox. */
export const writeTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** Undefined for anything else than a well-formed one. */
export function readTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === 'string' && shape.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampled) === sampled };
}
