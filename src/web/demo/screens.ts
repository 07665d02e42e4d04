import type { Screen } from '#web/platform/navigation/screen.ts';
import { windowConfig } from '#web/platform/window-config.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    demo: '/mailbox';
  }
}

const mailbox: Screen = {
  path: '/mailbox',
  name: 'mailbox',
  title: 'demo.mailbox_title',
  layout: 'basic',
  guard: 'anyone',
  texts: ['demo'],
  page: () => import('./MailboxPage.tsx'),
};

export const demoScreens: readonly Screen[] = windowConfig.demo ? [mailbox] : [];
