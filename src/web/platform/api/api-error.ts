/** The server's message about one field. */
export interface FieldMessage {
  code: string;
  params: Record<string, string | number>;
  message: string;
}

/** A response outside 200–299, or no response at all (`status` 0). `message` is the server's, already translated. */
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

/** Whether the call is refused under impersonation. */
export const isBlockedByImpersonation = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'staff.impersonation_read_only';
