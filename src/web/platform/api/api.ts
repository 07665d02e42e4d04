import type { AnswerOf, RequestOf, Route } from '#contract/api.ts';
import { ApiError } from './api-error.ts';
import { beginsSession, mergeFingerprint, sendFingerprint } from '../session/fingerprint.ts';
import { counted } from './request-counter.ts';
import { askForProof } from '../proof-wish.ts';
import { send, type CallOptions, type Parts } from './send.ts';

/**
 * Calls an endpoint by its route, as in `call('POST /api/wallets-info', { body: { wallet_id } })`.
 * @throws ApiError for an answer outside 200–299; 401 and 500 and above have by then been shown to the person
 */
export async function call<R extends Route>(
  route: R,
  request: RequestOf<R>,
  options: CallOptions = {},
): Promise<AnswerOf<R>> {
  const parts = beginsSession(route) ? await mergeFingerprint(route, request) : (request as Parts);
  const sent = () => (options.loader === false ? send(route, parts, options) : counted(send(route, parts, options)));
  const answer = await sent().catch(async (error: unknown) => {
    if (await isProvenSince(error)) return sent();
    throw error;
  });
  return answer as AnswerOf<R>;
}

/** Whether a call was refused for want of a proof, without any effect, and its person has given one since. */
const isProvenSince = async (error: unknown) =>
  error instanceof ApiError && error.code === 'auth.proof_due' && (await askForProof());

/** Reports the device after a session began and its token is kept. No sign-in fails because of it. */
export function reportDevice(route: Route): void {
  sendFingerprint(route).catch((error: unknown) => console.error('Error sending fingerprint', error));
}
