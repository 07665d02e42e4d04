import { useEffect, useState, type RefObject } from 'react';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="radio"], [type="checkbox"]), select, textarea');

/** By its sign, and by its place on the keyboard where the script has no such sign. */
const signOf = ({ key, code }: KeyboardEvent) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase();

/**
 * Keys that act anywhere in the terminal: B and S go to Buy and Sell, / to the search, ? shows them all, Escape leaves a
 * field.
 * @param enabled false where the person has switched single keys off
 */
export function useShortcuts(frame: RefObject<HTMLElement | null>, enabled: boolean) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const goTo = (event: KeyboardEvent, name: string) => {
      const target = [...(frame.current?.querySelectorAll<HTMLElement>(`[data-key="${name}"]`) ?? [])].at(-1);
      if (!target) return;
      event.preventDefault();
      target.focus();
      if (target instanceof HTMLInputElement && target.type === 'radio') target.click();
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        return;
      }
      if (!enabled || writes(event.target)) return;
      if (event.key === '?') return setShown(true);
      if (event.key === '/') return goTo(event, 'search');
      const sign = signOf(event);
      if (sign === 'b') goTo(event, 'buy');
      if (sign === 's') goTo(event, 'sell');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [frame, enabled]);
  return {
    open: () => setShown(true),
    dialog: isShown && <ShortcutsDialog onClose={() => setShown(false)} />,
  };
}
