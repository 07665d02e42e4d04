import { useEffect, useRef } from 'react';
import type { DraftStep } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';

const pauseMs = 800;

/**
 * Keeps a half-filled form on the server whenever the typing rests, for another tab or another day. Saves run one after the
 * other, so the latest one stays.
 * @returns sends the form after the save that is on its way, and without another one: sending deletes the draft, and a later
 * save would bring it back
 */
export function useDraft(step: DraftStep, content: Record<string, string>): <T>(send: () => Promise<T>) => Promise<T> {
  const now = JSON.stringify(content);
  const stored = useRef(now);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const isSending = useRef(false);
  const settled = useDebounced(now, pauseMs);
  useEffect(() => {
    if (isSending.current || settled === stored.current) return;
    stored.current = settled;
    const body = { step, content: JSON.parse(settled) as Record<string, string> };
    // What could not be kept now is kept with the next change.
    const save = () => call('POST /api/verification/draft', { body }, { loader: false }).catch(() => {});
    saving.current = saving.current.then(save);
  }, [step, settled]);
  return async (send) => {
    isSending.current = true;
    try {
      await saving.current;
      return await send();
    } finally {
      isSending.current = false;
    }
  };
}
