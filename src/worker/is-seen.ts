import type { PushMessage } from '#contract/notifications/push.ts';

/** A page of ours, as the browser reports it. */
interface Page {
  url: string;
  visibilityState: string;
}

/**
 * Whether the person sees the subject of a message anyway: its screen, or for support any, since the box rings on each.
 */
export function isSeen({ path, group }: Pick<PushMessage, 'path' | 'group'>, pages: readonly Page[]): boolean {
  return pages.some(
    ({ url, visibilityState }) =>
      visibilityState === 'visible' && (group === 'support' || new URL(url).pathname === path),
  );
}
