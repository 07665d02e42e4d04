import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanStart, Tracer } from './span.ts';
import { writeTraceparent } from './traceparent.ts';

const spans = new AsyncLocalStorage<Span | undefined>();

/** One for the process, as for its logs. Without one, nothing below does more than look. */
let tracer: Tracer | undefined;

/** Switches tracing on, or off by undefined. */
export const setTracer = (given: Tracer | undefined): void => void (tracer = given);

export const isTracing = (): boolean => tracer !== undefined;

/** The step that the present work belongs to; what outlives its step belongs to none. */
export function currentSpan(): Span | undefined {
  if (tracer === undefined) return undefined;
  const span = spans.getStore();
  return span?.isOver ? undefined : span;
}

/** A span that the caller ends; undefined while nothing is traced. */
export const beginSpan = (start: SpanStart): Span | undefined => tracer?.begin(start);

export const runInSpan = <T>(span: Span | undefined, action: () => T): T => (span ? spans.run(span, action) : action());

/** For what later work is planned by, such as a timer: it does not belong to the step that happened to plan it. */
export const outsideSpans = <T>(action: () => T): T => (tracer ? spans.run(undefined, action) : action());

/** Work as a step of its own, below the given parent; without one, a trace of its own. */
export function traced<T>(start: () => SpanStart, action: (span?: Span) => Promise<T>): Promise<T> {
  if (tracer === undefined) return action();
  return runTo(tracer.begin(start()), action);
}

/** Work as a step of the present one; not noted where there is none, as in polling. */
export function tracedBelow<T>(
  start: () => Omit<SpanStart, 'parent'>,
  action: (span?: Span) => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  if (tracer === undefined || parent === undefined) return action();
  return runTo(tracer.begin({ ...start(), parent }), action);
}

async function runTo<T>(span: Span, action: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await spans.run(span, () => action(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** A moment of the present step that later work follows from. @returns what continues the trace, to be stored with that work */
export function handOver(name: string): string | null {
  const parent = currentSpan();
  if (tracer === undefined || parent === undefined) return null;
  const span = tracer.begin({ name, kind: 'producer', parent });
  span.end();
  return writeTraceparent(span);
}

/** What a log line carries of the present step. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = currentSpan();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
