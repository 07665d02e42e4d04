import { useEffect, useRef } from 'react';
import { createStore } from '#web/platform/store.ts';

const storedAs = 'desk-keys';

/** Whether single keys act on the screens of staff, in this browser. Users of speech input may want them off. */
export const keysAreOn = createStore(localStorage.getItem(storedAs) !== 'off');

export function turnKeys(on: boolean): void {
  localStorage.setItem(storedAs, on ? 'on' : 'off');
  keysAreOn.set(on);
}

/** Where keys are text, or belong to what has the focus; not in the tick of a row. */
const elsewhere =
  'input:not([data-row] [type="checkbox"]), textarea, select, [contenteditable="true"], [role="radiogroup"]';

/**
 * Single keys of a screen; none while the person writes, a dialog is open, or another key is held. Escape leaves the
 * field, and `?` is never turned off.
 */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
      if (!keysAreOn.get() && key !== '?') return;
      if (document.querySelector('dialog[open]')) return;
      const field = target instanceof Element && target.closest<HTMLElement>(elsewhere);
      if (field && key === 'Escape') {
        // Browsers would empty a search field as well, and with it the list that the person is about to go through.
        event.preventDefault();
        (document.activeElement as HTMLElement | null)?.blur();
      }
      const action = latest.current[key];
      if (field || !action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
