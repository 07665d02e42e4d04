/** What the server said of one field. */
export interface FieldMessage {
  code: string;
  params: Record<string, string | number>;
  message: string;
}

/** An answer outside 200–299, or no answer at all (`status` 0). `message` is the server's, already translated. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly params: Record<string, string | number>;
  readonly errors: Record<string, FieldMessage[]> | undefined;
  /** Seconds to wait, where the server named them. */
  readonly retryAfterS: number | undefined;

  constructor(
    status: number,
    body: Partial<Pick<ApiError, 'message' | 'code' | 'params' | 'errors'>> = {},
    retryAfterS?: number,
  ) {
    super(body.message ?? `Request failed with status code ${status}`);
    this.status = status;
    this.code = body.code;
    this.params = body.params ?? {};
    this.errors = body.errors;
    this.retryAfterS = retryAfterS;
  }
}

/** Whether it stays closed while staff watch a client. */
export const isClosedByWatch = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'staff.watch_read_only';
