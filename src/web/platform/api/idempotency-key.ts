import { useCallback, useState } from 'react';
import { ApiError } from './api-error.ts';
import { newId } from '../new-id.ts';

/** One key for one intent of the person: a retry keeps it, so that it has one effect; a new intent asks for another. */
export function useIntentKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(newId);
  return { key, renew: useCallback(() => setKey(newId()), []) };
}

/**
 * Sends an intent under its key. After an answer the next intent has another: what was refused may be mended, which
 * makes it another request. Without an answer the key stays, for the first try may have arrived.
 */
export function useIntent(): <T>(send: (idempotencyKey: string) => Promise<T>) => Promise<T> {
  const { key, renew } = useIntentKey();
  return async (send) => {
    try {
      const answer = await send(key);
      renew();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) renew();
      throw error;
    }
  };
}
