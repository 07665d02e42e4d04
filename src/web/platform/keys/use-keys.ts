import { useEffect, useRef, type RefObject } from 'react';
import { createStore } from '#web/platform/store.ts';

/** Where the sheet of shortcuts lists an act. */
export const keyScopes = ['everywhere', 'list', 'item'] as const;

/** What a screen does at a key. */
export interface KeyAct {
  /** The character of the key, or its name, as `KeyboardEvent.key` has them. */
  key: string;
  label: string;
  scope: (typeof keyScopes)[number];
  /** Without it the browser does it already, as Enter opens a link; the sheet lists it all the same. */
  run?: (() => void) | undefined;
  /** Acts again while the key is held; all others act once. */
  repeats?: true;
}

const storedAs = 'desk-keys';

/** Whether single keys act on the screens of staff, in this browser. Users of speech input may want them off. */
export const keysAreOn = createStore(localStorage.getItem(storedAs) !== 'off');

export function turnKeys(on: boolean): void {
  localStorage.setItem(storedAs, on ? 'on' : 'off');
  keysAreOn.set(on);
}

/** Where keys are text, or belong to the control that has the focus. */
const elsewhere = [
  'input:not([type="checkbox"], [type="radio"])',
  'textarea, select, [contenteditable="true"]',
  '[role="menu"], [role="listbox"], [role="combobox"], [role="tree"], [role="grid"], [role="application"]',
].join();

const shown = new Set<RefObject<readonly KeyAct[]>>();

/** The acts of all that is on the screen now, those of its frame first. */
export const actsOnScreen = (): KeyAct[] => [...shown].flatMap(({ current }) => current);

/**
 * The keys of a part of a screen; none while the person writes, a dialog is open, or another key is held. Escape leaves
 * the field. What is false or null is not there now.
 */
export function useKeys(acts: readonly (KeyAct | false | null | undefined)[]): void {
  const latest = useRef<readonly KeyAct[]>([]);
  useEffect(() => {
    latest.current = acts.filter((act) => typeof act === 'object' && act !== null);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event, latest.current);
    shown.add(latest);
    document.addEventListener('keydown', onKey);
    return () => {
      shown.delete(latest);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}

function act(event: KeyboardEvent, acts: readonly KeyAct[]): void {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, repeat, target } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || !keysAreOn.get()) return;
  if (document.querySelector('dialog[open]')) return;
  const field = target instanceof Element && target.closest<HTMLElement>(elsewhere);
  if (field && key === 'Escape') {
    // Browsers would empty a search field as well, and with it the list that the person is about to go through.
    event.preventDefault();
    (document.activeElement as HTMLElement | null)?.blur();
  }
  const sign = signOf(event);
  const found = acts.find(({ key: own, run }) => own === sign && run);
  if (field || !found) return;
  event.preventDefault();
  if (!repeat || found.repeats) found.run?.();
}

/**
 * By the character of the key, or by its position where the layout has other characters, as in Cyrillic and Arabic. Digits
 * by position, for French keyboards have others there without Shift.
 */
export function signOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (key.length > 1) return key;
  if (digit !== undefined && !shiftKey) return digit;
  if (/^[ -~]$/.test(key)) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  const [, sign] = /^Key([A-Z])$/.exec(code) ?? [];
  if (sign === undefined) return key;
  return shiftKey ? sign : sign.toLowerCase();
}
