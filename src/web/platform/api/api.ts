import type { ResponseOf, RequestOf, Route } from '#contract/api.ts';
import { ApiError } from './api-error.ts';
import { startsSession, mergeFingerprint, sendFingerprint } from '../session/fingerprint.ts';
import { countRequest } from './request-counter.ts';
import { requestForProof } from '../session/proof-request.ts';
import { send, type CallOptions, type Parts } from './send.ts';

/**
 * Calls an endpoint by its route, as in `call('POST /api/wallets-info', { body: { wallet_id } })`.
 * @throws ApiError for an answer outside 200–299; 401 and 500 and above have by then been shown to the person
 */
export async function call<R extends Route>(
  route: R,
  request: RequestOf<R>,
  options: CallOptions = {},
): Promise<ResponseOf<R>> {
  const parts = startsSession(route) ? await mergeFingerprint(route, request) : (request as Parts);
  const sent = () =>
    options.loader === false ? send(route, parts, options) : countRequest(send(route, parts, options));
  const response = await sent().catch(async (error: unknown) => {
    if (await isProvenSince(error)) return sent();
    throw error;
  });
  return response as ResponseOf<R>;
}

/** Whether a call was refused because it lacked a proof, without any effect, and its person has given one since. */
const isProvenSince = async (error: unknown) =>
  error instanceof ApiError && error.code === 'auth.proof_due' && (await requestForProof());

/** Reports the device after a session has started and its token is stored. No sign-in fails because of it. */
export function reportDevice(route: Route): void {
  sendFingerprint(route).catch((error: unknown) => console.error('Error sending fingerprint', error));
}
