import { ApiError } from '../api/api-error.ts';

/** Of several calls at once one renews, and all go on by it. */
let renewing: Promise<boolean> | undefined;

/**
 * Renews the session when an answer says that it is due; the call had no effect then and may be made again.
 * @returns whether to do so
 * @throws ApiError when there was no answer, or the session is over
 */
export async function isRenewed(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string; params?: { challenge?: string } } | null;
  if (body?.code !== 'auth.renewal_due') return false;
  return (renewing ??= renew(body.params?.challenge ?? '').finally(() => (renewing = undefined)));
}

async function renew(challenge: string): Promise<boolean> {
  const { renewSession } = await import('./session-key.ts');
  return renewSession(challenge).catch((error: unknown) => {
    // Another tab was faster, and this one has its cookie.
    if (error instanceof ApiError && error.code === 'auth.renewal_stale') return true;
    throw error;
  });
}
