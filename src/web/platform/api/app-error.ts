import { ApiError } from './api-error.ts';
import { translate } from '../i18n/i18n.tsx';
import { isWorking, impersonationHasChanged } from '../session/own-session.ts';
import { queries } from './query-client.ts';
import { createStore, useStore } from '../store.ts';

/** What interrupts the person on any screen: an ended session, a failure of the server. */
export type AppError =
  | { kind: 'session_ended' }
  | { kind: 'server_failed'; requestId: string | undefined }
  | { kind: 'server_page'; address: string };

const appError = createStore<AppError | null>(null);

export const useAppError = (): AppError | null => useStore(appError);

/** One at a time: an error that comes while another is shown is dropped, since it has the same cause. */
export function raiseAppError(next: AppError): void {
  if (appError.get() === null) appError.set(next);
}

/**
 * Routes whose failure the person has seen and that have not responded since. Screens retry automatically, and the
 * person is not interrupted each time.
 */
const seenToFail = new Set<string>();

/** To be called on every successful response. */
export const clearFailure = (route: string): unknown => seenToFail.delete(route);

// A person who sends something again needs to see its error again.
queries.getMutationCache().config.onMutate = () => seenToFail.clear();

export function clearAppError(): void {
  const current = appError.get();
  if (current?.kind === 'server_page') URL.revokeObjectURL(current.address);
  appError.set(null);
}

/**
 * Whether a 401 ends the client's session: not for wrong input at sign-in, and not for the terminal, which has a
 * session of its own.
 */
const endsSession = (route: string) => !route.startsWith('POST /api/login') && !route.startsWith('POST /api/paper/');

/** Sent again until it is stored, which takes a session. */
const words = 'POST /api/chat/rooms/:id/messages';

/** Background calls, and calls that are repeated in a moment: their failure does not interrupt the person. */
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

/** Temporary failures: the screen shows them, and may try again. */
const passing = new Set(['http.busy', 'http.unavailable']);

/**
 * Turns a response outside 200–299 into an error, after showing what concerns the whole session.
 * @throws ApiError always
 */
export async function reportFailure(response: Response, route: string): Promise<never> {
  const { status } = response;
  const wordless = { message: translate('common.went_wrong') };
  const isFailure = status >= 500;
  const isShown = !unnoticed.has(route) && !seenToFail.has(route);
  if (isFailure && response.headers.get('content-type')?.includes('text/html')) {
    seenToFail.add(route);
    if (isShown) raiseAppError({ kind: 'server_page', address: URL.createObjectURL(await response.blob()) });
    throw new ApiError(status, wordless);
  }
  const body = (await response.json().catch(() => ({}))) as ConstructorParameters<typeof ApiError>[1] & {
    request_id?: string;
  };
  if (isFailure && !passing.has(body?.code ?? '')) {
    seenToFail.add(route);
    if (isShown) raiseAppError({ kind: 'server_failed', requestId: body?.request_id });
  }
  if (!isFailure) {
    clearFailure(route);
    if (body?.code === 'staff.impersonation_changed') impersonationHasChanged();
    // A version has come into force since this page was loaded: the signed-in person has to accept it.
    if (body?.code === 'legal.unaccepted') void queries.invalidateQueries({ queryKey: ['user'] });
    if (status === 401 && endsSession(route) && isWorking() && (route === words || !unnoticed.has(route))) {
      raiseAppError({ kind: 'session_ended' });
    }
  }
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ApiError(status, { ...wordless, ...body }, retryAfter > 0 ? retryAfter : undefined);
}
