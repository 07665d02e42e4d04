import { newId } from './new-id.ts';
import { useCallback, useState } from 'react';

/** One key for one intent of the person: a retry keeps it, so that it has one effect; a new intent asks for another. */
export function useIntentKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(() => newId());
  return { key, renew: useCallback(() => setKey(newId()), []) };
}
