import type { z } from 'zod';
import type { OutgoingAnswer, OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import { readJson } from '#server/platform/connections/read-json.ts';
import type { Io } from '#server/platform/connections/adapter.ts';
import { serviceError } from './shapes.ts';

/** The statuses by which Adyen documents that it has refused, without having done anything. */
const refusals: Readonly<Record<number, 'never' | 'later' | 'after_change'>> = {
  400: 'never',
  401: 'after_change',
  403: 'after_change',
  422: 'never',
  429: 'later',
};
/** Another request bears our key and is under way: one of ours, whose answer was lost. */
const inProgress = '704';

/**
 * Makes one call and reads its answer. Only an error in the documented form is a refusal: a lost connection, a 5xx, a page
 * of a proxy or an object of another shape says nothing about what was done.
 */
export async function attempt<T>({ http }: Pick<Io, 'http'>, call: OutgoingCall, shape: z.ZodType<T>) {
  return outcomeOf(await http(call), shape);
}

function outcomeOf<T>(answer: OutgoingAnswer, shape: z.ZodType<T>): Outcome<T> {
  if (answer.failure !== null)
    return answer.sent
      ? { kind: 'unknown', detail: answer.reason }
      : { kind: 'refused', code: 'not_sent', text: answer.reason, again: 'later' };
  const { status } = answer;
  if (status === 200 || status === 201 || status === 202) {
    const value = readJson(answer, shape);
    return value === undefined
      ? { kind: 'unknown', detail: `${status} with a body of another shape` }
      : { kind: 'done', value };
  }
  const error = readJson(answer, serviceError);
  const again = refusals[status];
  const text = [status, error?.errorCode, error?.message ?? error?.detail].filter(Boolean).join(' ');
  if (again === undefined || error?.errorCode === inProgress || (!error && status !== 429))
    return { kind: 'unknown', detail: text };
  return { kind: 'refused', code: error?.errorCode ?? String(status), text, again };
}
