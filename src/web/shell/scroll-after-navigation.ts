import type { AnyRouter } from '@tanstack/react-router';
import { scrollAfterNavigationMs, targetSettlesMs } from '#contract/kernel/constants.ts';

/** For the router, which would move the page by itself as soon as a screen is drawn: what moves it is below. */
export const routerScrolls = (): boolean => false;

/**
 * After a navigation the page goes to the target of the hash, or to the top after a moment, unless the screen says that it
 * stays where it is. It stays as well where only what stands behind the question mark has changed. @returns the act that ends it
 */
export function scrollAfterNavigation(router: AnyRouter): () => void {
  let cancel = () => {};
  const unsubscribe = router.subscribe('onResolved', ({ pathChanged, hashChanged, hrefChanged, toLocation }) => {
    const moves = pathChanged || hashChanged;
    if (hrefChanged && !moves) return;
    cancel();
    // The same address again is a way to its target, too.
    if (toLocation.hash) cancel = showTarget(toLocation.hash);
    else if (moves && router.state.matches.at(-1)?.staticData.screen?.scrollToTop !== false) cancel = scrollToTop();
  });
  return () => {
    unsubscribe();
    cancel();
  };
}

function scrollToTop(): () => void {
  const timer = setTimeout(() => window.scrollTo({ top: 0 }), scrollAfterNavigationMs);
  return () => clearTimeout(timer);
}

/** What a person does that moves the page, or is about to. */
const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to an element as soon as it is there, for layouts and parts of a screen arrive by themselves. What arrives later
 * moves the element or makes the page long enough to reach it, so the page follows until a person moves it, or until
 * `targetSettlesMs` have passed. @returns the function that gives up
 */
function showTarget(id: string): () => void {
  const end = new AbortController();
  const show = () => document.getElementById(id)?.scrollIntoView();
  const follow = () => {
    if (!document.getElementById(id)) return;
    arrival.disconnect();
    const growth = new ResizeObserver(show);
    growth.observe(document.body);
    const timer = setTimeout(() => end.abort(), targetSettlesMs);
    end.signal.addEventListener('abort', () => {
      growth.disconnect();
      clearTimeout(timer);
    });
    for (const gesture of gestures)
      addEventListener(gesture, () => end.abort(), { signal: end.signal, passive: true, capture: true });
    show();
  };
  const arrival = new MutationObserver(follow);
  end.signal.addEventListener('abort', () => arrival.disconnect());
  arrival.observe(document.body, { childList: true, subtree: true });
  follow();
  return () => end.abort();
}
