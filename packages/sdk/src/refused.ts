/** What the server refused, or could not do. `code` is one of those that the method lists. */
export class AtriumError extends Error {
  override readonly name = 'AtriumError';
  /** The status of the response. */
  readonly status: number;
  /** Stable, as in `http.not_found`; empty where something between here and Atrium answered. */
  readonly code: string;
  /** The values that the message names. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The refusals of fields, by the name of the field. */
  readonly errors: Readonly<Record<string, readonly FieldRefusal[]>>;
  /** Of an internal error, by which the server's log has it. */
  readonly requestId: string | undefined;
  /** In how many seconds the call may be repeated. */
  readonly retryAfterS: number | undefined;

  constructor(response: Response, body: unknown) {
    const refusal: Refusal = typeof body === 'object' && body !== null ? body : {};
    super(refusal.message ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.code = refusal.code ?? '';
    this.params = refusal.params ?? {};
    this.errors = refusal.errors ?? {};
    this.requestId = refusal.request_id;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterS = seconds >= 0 ? seconds : undefined;
  }
}

export interface FieldRefusal {
  message: string;
  code: string;
  params: Record<string, unknown>;
}

interface Refusal {
  message?: string;
  code?: string;
  params?: Record<string, unknown>;
  errors?: Record<string, FieldRefusal[]>;
  request_id?: string;
}
