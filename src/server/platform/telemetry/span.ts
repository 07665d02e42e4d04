/** What a span says besides its name: names, patterns and numbers, never a value that a person gave. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** As OTLP numbers them. */
export const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
export type SpanKind = keyof typeof spanKinds;

export interface SpanContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  isSampled: boolean;
}

/** A step of a trace that is under way. */
export interface Span extends SpanContext {
  readonly isOver: boolean;
  set(attributes: Attributes): void;
  /** Notes that it failed: the class or code of the error, never its message. */
  fail(error: unknown): void;
  end(): void;
}

export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** Of the same trace; without one a trace begins. */
  parent: SpanContext | undefined;
}

/** Decides which traces are kept, and takes the spans of those. */
export interface Tracer {
  begin(start: SpanStart): Span;
}
