import { ApiError } from './api-error.ts';
import { createStore, useStore } from './store.ts';

/** What interrupts the person, wherever he is: an ended session, a failure of the server. */
export type Trouble =
  | { kind: 'session_ended' }
  | { kind: 'server_failed'; requestId: string | undefined }
  | { kind: 'server_page'; address: string };

const trouble = createStore<Trouble | null>(null);

export const useTrouble = (): Trouble | null => useStore(trouble);

/** One at a time: what comes while another stands is dropped, since it has the same cause. */
export function raiseTrouble(next: Trouble): void {
  if (trouble.get() === null) trouble.set(next);
}

export function clearTrouble(): void {
  const current = trouble.get();
  if (current?.kind === 'server_page') URL.revokeObjectURL(current.address);
  trouble.set(null);
}

/** Calls whose 401 is an answer to what was typed, not the end of a session. */
const answersWith401 = new Set<string>(['POST /api/login']);

/**
 * Turns an answer outside 200–299 into an error, after showing what concerns the whole session.
 * @throws ApiError always
 */
export async function reportFailure(response: Response, route: string): Promise<never> {
  const { status } = response;
  const isHtml = response.headers.get('content-type')?.includes('text/html') ?? false;
  if (status >= 500 && isHtml) {
    raiseTrouble({ kind: 'server_page', address: URL.createObjectURL(await response.blob()) });
    throw new ApiError(status);
  }
  const body = (await response.json().catch(() => ({}))) as ConstructorParameters<typeof ApiError>[1] & {
    request_id?: string;
  };
  if (status === 401 && !answersWith401.has(route)) raiseTrouble({ kind: 'session_ended' });
  if (status >= 500 && body?.code !== 'http.busy') raiseTrouble({ kind: 'server_failed', requestId: body?.request_id });
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ApiError(status, body, retryAfter > 0 ? retryAfter : undefined);
}
