import type { AttemptFailure } from '#contract/operator-event-names.ts';
import { postOutside } from '#server/platform/outbound-http.ts';

const timeoutMs = 10_000;
const answerLength = 1000;

/** What came of one attempt. */
export interface Outcome {
  status: number | null;
  failure: AttemptFailure | null;
  /** The beginning of what was answered. */
  answer: string | null;
}

/**
 * Sends an event to a receiver, within ten seconds and without following redirects: whatever answers in the hundreds of
 * two has it.
 */
export async function postEvent(
  target: string,
  headers: Record<string, string>,
  body: string,
  allowLocal: boolean,
): Promise<Outcome> {
  const answered = await postOutside(target, {
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Atrium-Webhooks/1' },
    body: Buffer.from(body),
    timeoutMs,
    allowLocal,
    most: answerLength * 4,
  });
  if (answered.failure) return { status: null, failure: answered.failure, answer: null };
  const { status, beginning } = answered;
  const isTaken = status >= 200 && status < 300;
  // What PostgreSQL cannot keep is left out.
  const answer = beginning.slice(0, answerLength).replaceAll(/\0|\p{Surrogate}/gu, '');
  return { status, failure: isTaken ? null : 'status', answer };
}
