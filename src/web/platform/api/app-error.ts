import { ApiError } from './api-error.ts';
import { translate } from '../i18n/i18n.tsx';
import { isWorking, watchHasChanged } from '../session/own-session.ts';
import { queries } from './query-client.ts';
import { createStore, useStore } from '../store.ts';

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

/**
 * Routes whose failure the person has seen and that have not answered since. Screens ask again by themselves, and he is
 * not to be interrupted each time.
 */
const seenToFail = new Set<string>();

/** To be told of every answer that is no failure. */
export const routeAnswered = (route: string): unknown => seenToFail.delete(route);

// Who sends something again wants to hear again what became of it.
queries.getMutationCache().config.onMutate = () => seenToFail.clear();

export function clearTrouble(): void {
  const current = trouble.get();
  if (current?.kind === 'server_page') URL.revokeObjectURL(current.address);
  trouble.set(null);
}

/** Whether a 401 ends the client's session: not for what he typed, and not for the terminal, which has a session of its own. */
const endsSession = (route: string) => !route.startsWith('POST /api/login') && !route.startsWith('POST /api/paper/');

/** Sent again until it is stored, which takes a session. */
const words = 'POST /api/chat/rooms/:id/messages';

/** Calls that nobody waits for, or that are asked again in a moment: their failure interrupts nobody. */
const unnoticed = new Set<string>([
  'POST /api/fingerprint',
  'GET /api/market/ticker',
  'POST /api/trading-account/open',
  'POST /api/paper/state',
  'POST /api/paper/quotes',
  'POST /api/paper/instruments',
  'POST /api/paper/candles',
  'POST /api/paper/preview',
  words,
]);

/** Failures that pass: the screen that asked says so, and may ask again. */
const passing = new Set(['http.busy', 'http.unavailable']);

/**
 * Turns an answer outside 200–299 into an error, after showing what concerns the whole session.
 * @throws ApiError always
 */
export async function reportFailure(response: Response, route: string): Promise<never> {
  const { status } = response;
  const wordless = { message: translate('common.went_wrong') };
  const isFailure = status >= 500;
  const isShown = !unnoticed.has(route) && !seenToFail.has(route);
  if (isFailure && response.headers.get('content-type')?.includes('text/html')) {
    seenToFail.add(route);
    if (isShown) raiseTrouble({ kind: 'server_page', address: URL.createObjectURL(await response.blob()) });
    throw new ApiError(status, wordless);
  }
  const body = (await response.json().catch(() => ({}))) as ConstructorParameters<typeof ApiError>[1] & {
    request_id?: string;
  };
  if (isFailure && !passing.has(body?.code ?? '')) {
    seenToFail.add(route);
    if (isShown) raiseTrouble({ kind: 'server_failed', requestId: body?.request_id });
  }
  if (!isFailure) {
    routeAnswered(route);
    if (body?.code === 'staff.watch_changed') watchHasChanged();
    // A version counts since this page was loaded: whoever is signed in is asked for it.
    if (body?.code === 'legal.unaccepted') void queries.invalidateQueries({ queryKey: ['user'] });
    if (status === 401 && endsSession(route) && isWorking() && (route === words || !unnoticed.has(route))) {
      raiseTrouble({ kind: 'session_ended' });
    }
  }
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ApiError(status, { ...wordless, ...body }, retryAfter > 0 ? retryAfter : undefined);
}
