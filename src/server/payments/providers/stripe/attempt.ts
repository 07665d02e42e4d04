import { Stripe } from 'stripe';
import type { z } from 'zod';
import type { OutgoingAnswer } from '#server/platform/connections/guarded-fetch.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';

/**
 * Makes one call and reads its answer. Only what Stripe documents as a refusal is one: a lost connection, a 5xx, a page
 * of a proxy or an object of another shape says nothing about what was done.
 */
export async function attempt<T>(call: () => Promise<unknown>, shape: z.ZodType<T>): Promise<Outcome<T>> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    return outcomeOf(error);
  }
  const read = shape.safeParse(answer);
  return read.success
    ? { kind: 'done', value: read.data }
    : { kind: 'unknown', detail: `an answer of another shape: ${read.error.issues[0]?.path.join('.') ?? ''}` };
}

/** The statuses by which Stripe refuses without having done anything. */
const refusals: Readonly<Record<number, 'never' | 'later' | 'after_change'>> = {
  400: 'never',
  401: 'after_change',
  402: 'never',
  403: 'after_change',
  404: 'never',
  429: 'later',
};

function outcomeOf(error: unknown): Outcome<never> {
  if (!(error instanceof Stripe.errors.StripeError)) return { kind: 'unknown', detail: String(error) };
  const { statusCode = 0, code, message, requestId } = error;
  const detail = [statusCode, code, message, requestId].filter(Boolean).join(' ');
  if (!wasSent(error)) return { kind: 'refused', code: 'not_sent', text: detail, again: 'later' };
  const again = refusals[statusCode];
  // Another request bore our key: one of ours, whose answer was lost.
  if (again === undefined || error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'unknown', detail };
  return { kind: 'refused', code: code ?? error.type, text: detail, again };
}

/** Whether anything may have reached Stripe. */
function wasSent(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const cause = (error.detail as { cause?: OutgoingAnswer } | undefined)?.cause;
  return cause?.failure == null || cause.sent;
}
