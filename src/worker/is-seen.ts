import type { PushMessage } from '#contract/push.ts';

/** A page of ours, as the browser tells of it. */
interface Page {
  url: string;
  visibilityState: string;
}

/** Whether somebody sees anyway what a message tells: its screen, or for support any, since the box rings on each. */
export function isSeen({ path, group }: Pick<PushMessage, 'path' | 'group'>, pages: readonly Page[]): boolean {
  return pages.some(
    ({ url, visibilityState }) =>
      visibilityState === 'visible' && (group === 'support' || new URL(url).pathname === path),
  );
}
