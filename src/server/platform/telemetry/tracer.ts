import { randomBytes } from 'node:crypto';
import type { Sampler } from './sampler.ts';
import type { Attributes, SpanContext, SpanKind, Span, SpanStart, Tracer } from './span.ts';

/** A step that has ended. Times are in milliseconds since 1970, with fractions. */
export interface EndedSpan extends SpanContext {
  parentId: string | undefined;
  name: string;
  kind: SpanKind;
  startMs: number;
  endMs: number;
  attributes: Attributes;
  isFailed: boolean;
}

/** Finer than the clock of the system, and it never runs backwards. */
const nowMs = () => performance.timeOrigin + performance.now();

/** @param keep takes each step of a sampled trace once it has ended */
export function openTracer(isKept: Sampler, keep: (span: EndedSpan) => void): Tracer {
  return {
    begin({ parent, ...start }) {
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
      const context = { traceId, spanId: randomBytes(8).toString('hex'), isSampled: isKept(traceId, parent) };
      return new OpenSpan(context, start, parent?.spanId, keep);
    },
  };
}

class OpenSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly #start: Omit<SpanStart, 'parent'>;
  readonly #parentId: string | undefined;
  readonly #keep: (span: EndedSpan) => void;
  readonly #startMs = nowMs();
  #attributes: Attributes;
  #isFailed = false;
  #isOver = false;

  constructor(
    { traceId, spanId, isSampled }: SpanContext,
    start: Omit<SpanStart, 'parent'>,
    parentId: string | undefined,
    keep: (span: EndedSpan) => void,
  ) {
    this.traceId = traceId;
    this.spanId = spanId;
    this.isSampled = isSampled;
    this.#start = start;
    this.#attributes = start.attributes ?? {};
    this.#parentId = parentId;
    this.#keep = keep;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  set(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes };
  }

  fail(error: unknown): void {
    this.#isFailed = true;
    this.set({ 'error.type': errorType(error) });
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.isSampled) return;
    const { traceId, spanId, isSampled } = this;
    const { name, kind } = this.#start;
    this.#keep({
      traceId,
      spanId,
      isSampled,
      parentId: this.#parentId,
      name,
      kind,
      startMs: this.#startMs,
      endMs: nowMs(),
      attributes: this.#attributes,
      isFailed: this.#isFailed,
    });
  }
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'unknown';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
