/** A value that a translated message may name. */
export type RefusalParams = Record<string, string | number>;

export interface FieldError {
  code: string;
  params: RefusalParams;
}

/**
 * A refusal is an expected response: listed in the contract, translated, shown next to its cause. Any other error is a
 * defect: status 500 with a request id, logged, never shown in words.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: RefusalParams;
  readonly fields: Record<string, FieldError[]>;
  readonly retryAfterS: number | undefined;

  constructor(
    code: string,
    status: number,
    params: RefusalParams = {},
    fields: Record<string, FieldError[]> = {},
    retryAfterS?: number,
  ) {
    super(code);
    this.code = code;
    this.status = status;
    this.params = params;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
  }
}

/** Codes whose status is not 409, the status of a business rule. */
const statusOf: Record<string, number> = {
  'auth.credentials': 401,
  'http.unauthenticated': 401,
  'paper.signed_out': 401,
  'auth.challenge_over': 401,
  'auth.renewal_due': 401,
  'auth.elsewhere': 401,
  'auth.second_factor_due': 403,
  'http.forbidden': 403,
  'staff.impersonation_read_only': 403,
  'http.anti_forgery': 403,
  'http.origin': 403,
  'http.host': 421,
  'operator.address': 403,
  'operator.scope': 403,
  'setup.link': 403,
  'http.not_found': 404,
  'http.too_many': 429,
  'auth.locked': 429,
  'clients.pin_paused': 429,
  'http.busy': 503,
  'http.unavailable': 503,
  'settings.not_open': 503,
  'trading.platform_silent': 503,
};

/** Refuses the whole action, as in `throw refuse('trading.account_limit', { max: 3 })`. */
export function refuse(code: string, params: RefusalParams = {}, status = statusOf[code] ?? 409): Refusal {
  return new Refusal(code, status, params);
}

/** Refuses because of one field: status 422, the text appears under that field. */
export function refuseField(field: string, code: string, params: RefusalParams = {}): Refusal {
  return new Refusal('validation.failed', 422, {}, { [field]: [{ code, params }] });
}

/** Refuses because of several fields at once, so that a person does not learn of them one by one. */
export function refuseFields(fields: Record<string, FieldError[]>): Refusal {
  return new Refusal('validation.failed', 422, {}, fields);
}

/** Refuses for a while; the response has `Retry-After`. */
export function refuseUntil(code: string, retryAfterS: number, params: RefusalParams = {}): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterS));
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new Refusal(code, statusOf[code] ?? 429, { ...params, seconds, minutes }, {}, seconds);
}

/** An object of another person does not exist for the caller: the same response for both. */
export function notFound(): Refusal {
  return refuse('http.not_found');
}
