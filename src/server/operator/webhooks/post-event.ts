import type { AttemptFailure } from '#contract/operator/event-names.ts';
import { postOutbound } from '#server/platform/outbound/http.ts';

const timeoutMs = 10_000;
const responseLength = 1000;

/** The result of one attempt. */
export interface Outcome {
  status: number | null;
  failure: AttemptFailure | null;
  /** The beginning of the response. */
  response: string | null;
}

/**
 * Sends an event to a receiver, within ten seconds and without following redirects: a status of 2xx counts as received.
 */
export async function postEvent(
  target: string,
  headers: Record<string, string>,
  body: string,
  allowLocal: boolean,
): Promise<Outcome> {
  const hasReply = await postOutbound(target, {
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Atrium-Webhooks/1' },
    body: Buffer.from(body),
    timeoutMs,
    allowLocal,
    max: responseLength * 4,
  });
  if (hasReply.failure) return { status: null, failure: hasReply.failure, response: null };
  const { status, start } = hasReply;
  const isTaken = status >= 200 && status < 300;
  // Characters that PostgreSQL cannot store are left out.
  const response = start.slice(0, responseLength).replaceAll(/\0|\p{Surrogate}/gu, '');
  return { status, failure: isTaken ? null : 'status', response };
}
