import { expect, it } from 'vitest';
import { dotTabIcon } from './tab-icon.ts';

it('puts a dot into the icon of the tab while something is unread, and takes it away', () => {
  const link = document.createElement('link');
  link.rel = 'icon';
  link.href = '/favicon.svg';
  document.head.append(link);
  dotTabIcon(true);
  expect(new URL(link.href).pathname).not.toBe('/favicon.svg');
  dotTabIcon(false);
  expect(new URL(link.href).pathname).toBe('/favicon.svg');
  link.remove();
});
