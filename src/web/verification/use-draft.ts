import { useEffect, useRef } from 'react';
import type { DraftStep } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';

const pauseMs = 800;

/** Keeps a half-filled form on the server whenever the typing rests, for another tab or another day. */
export function useDraft(step: DraftStep, content: Record<string, string>): void {
  const now = JSON.stringify(content);
  const stored = useRef(now);
  const settled = useDebounced(now, pauseMs);
  useEffect(() => {
    if (settled === stored.current) return;
    stored.current = settled;
    const body = { step, content: JSON.parse(settled) as Record<string, string> };
    // What could not be kept now is kept with the next change.
    call('POST /api/verification/draft', { body }, { loader: false }).catch(() => {});
  }, [step, settled]);
}
