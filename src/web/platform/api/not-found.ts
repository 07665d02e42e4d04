import type { Query } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Whether the address names nothing that this person may see: unknown, foreign, or not even an id. */
export const isNotFound = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

/**
 * `throwOnError` for the only object of a screen: without it there is nothing to show, so the error layout takes the
 * screen. An object that is missing is the screen's to say; one that is there already stays.
 */
export const throwWithoutData = (error: Error, { state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined && !isNotFound(error);
