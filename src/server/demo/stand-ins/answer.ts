export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Text as it is, anything else as JSON. */
  body?: unknown;
  afterMs?: number;
}
