import { useCallback, useState } from 'react';
import { ApiError } from './api-error.ts';
import { newId } from '../new-id.ts';

/**
 * One key for one action of the person: a retry uses the same, so that it has one effect; a new action gets another.
 */
export function useIdempotencyKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(newId);
  return { key, renew: useCallback(() => setKey(newId()), []) };
}

/**
 * Sends an intent under its key. After an answer the next intent has another: what was refused may be mended, which
 * makes it another request. Without an answer the key stays, for the first try may have arrived.
 */
export function useIdempotentCall(): <T>(send: (idempotencyKey: string) => Promise<T>) => Promise<T> {
  const { key, renew } = useIdempotencyKey();
  return async (send) => {
    try {
      const response = await send(key);
      renew();
      return response;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) renew();
      throw error;
    }
  };
}
