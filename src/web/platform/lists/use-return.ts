import { useEffect, type RefObject } from 'react';
import { scrollAfterNavigationMs } from '#contract/kernel/constants.ts';

/** Where each list was left, by its address, until one comes back to it. */
const left = new Map<string, { top: number; key: string }>();

/** Keeps which row a list is left by; the function it returns keeps another one in its place. */
export function keepPlace(first: string): (key: string) => void {
  // The window's own: the router may be on its way to the record already.
  const [{ href }, top] = [location, window.scrollY];
  const keep = (key: string) => void left.set(href, { top, key });
  keep(first);
  return keep;
}

/**
 * Scrolls to where the list was left, or to the top: the screens of lists leave it to their rows. Once more when the
 * screen stands, for a screen that is still being put in place takes no focus.
 */
export function useReturn(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { href } = location;
    const was = left.get(href);
    const restore = () => {
      window.scrollTo({ top: was?.top ?? 0 });
      if (was) linkOf(frame.current, was.key)?.focus({ preventScroll: true });
    };
    restore();
    if (!was) return undefined;
    const timer = setTimeout(() => {
      restore();
      left.delete(href);
    }, scrollAfterNavigationMs);
    return () => clearTimeout(timer);
  }, [frame]);
}

const linkOf = (frame: HTMLElement | null, key: string) =>
  frame?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] a`);
