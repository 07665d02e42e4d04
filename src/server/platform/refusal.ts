import {
  refusals,
  type FieldRefusalCode,
  type RefusalCode,
  type RefusalParamsOf,
  type WaitRefusalCode,
} from '#contract/refusals.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import type { RefusalSpec } from '#contract/kernel/refusals/refusal.ts';
import type { Text } from './text.ts';

/** A value that is written when its reader is known, as an amount. */
export type Written = (reader: Reader, text: Text) => string;

/** The values that a translated message may name. */
export type RefusalParams = Record<string, string | number | Written>;

export interface FieldError {
  code: RefusalCode;
  params: RefusalParams;
}

/** Any of these values can be left to be written for the reader. */
type Given<Params> = { [Name in keyof Params]: string extends Params[Name] ? Params[Name] | Written : Params[Name] };

/** What is given beside a code: nothing where the refusal has no values. */
type Values = {
  [Code in RefusalCode]: RefusalParamsOf[Code] extends undefined ? [] : [params: Given<RefusalParamsOf[Code]>];
};

/** A rule of the business has the status 409. */
export function statusOf(code: RefusalCode): number {
  const { status = 409 }: RefusalSpec = refusals[code];
  return status;
}

/**
 * A refusal is an expected response: declared in the contract, translated, shown next to its cause. Any other error is
 * a defect: status 500 with a request id, logged, never shown in words.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly params: RefusalParams;
  readonly fields: Record<string, FieldError[]>;
  readonly retryAfterS: number | undefined;

  constructor(
    code: RefusalCode,
    params: RefusalParams = {},
    fields: Record<string, FieldError[]> = {},
    retryAfterS?: number,
  ) {
    super(code);
    this.code = code;
    this.status = statusOf(code);
    this.params = params;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
  }
}

/** Refuses the whole action, as in `throw refuse('trading.account_limit', { max: 3 })`. */
export function refuse<Code extends Exclude<RefusalCode, FieldRefusalCode | WaitRefusalCode>>(
  code: Code,
  ...[params]: Values[Code]
): Refusal {
  return new Refusal(code, params as RefusalParams);
}

/** A refusal of one field, among others. */
export function fieldError<Code extends RefusalCode>(code: Code, ...[params]: Values[Code]): FieldError {
  return { code, params: (params ?? {}) as RefusalParams };
}

/** Refuses because of one field: status 422, the text appears under that field. */
export function refuseField<Code extends RefusalCode>(field: string, code: Code, ...values: Values[Code]): Refusal {
  return refuseFields({ [field]: [fieldError(code, ...values)] });
}

/** Refuses because of several fields at once, so that a person does not learn of them one by one. */
export function refuseFields(fields: Record<string, FieldError[]>): Refusal {
  return new Refusal('validation.failed', {}, fields);
}

/** Refuses for a while; the response has `Retry-After`. */
export function refuseUntil(code: WaitRefusalCode, retryAfterS: number): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterS));
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new Refusal(code, { seconds, minutes }, {}, seconds);
}

/** An object of another person does not exist for the caller: the same response for both. */
export function notFound(): Refusal {
  return refuse('http.not_found');
}
