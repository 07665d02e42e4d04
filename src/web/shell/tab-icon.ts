/** The icon as the page came with it. */
let plain: string | undefined;

/** Shows a dot in the icon of the tab while something is unread: another file of this site, as the policy wants it. */
export function dotTabIcon(isUnread: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plain ??= link.href;
  const next = isUnread ? new URL('../favicon-unread.svg', import.meta.url).href : plain;
  if (link.href !== next) link.href = next;
}
