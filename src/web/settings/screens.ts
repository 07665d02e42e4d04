import type { Module } from '#web/platform/i18n/text-key.ts';
import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';
import { windowConfig } from '#web/platform/window-config.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    settings: '/admin/settings' | `/admin/settings/${string}`;
  }
}

const settingsTexts: Module[] = ['settings', 'approvals', 'profile', 'payments', 'investor', 'verification'];
const readers: Guard = { roles: ['compliance', 'admin'] };

/** The one screen before the setup is complete; afterwards its address is that of an old link. */
const setupScreen: Screen = windowConfig.closed
  ? {
      path: '/setup',
      name: 'setup',
      title: 'setup.title',
      layout: 'default',
      guard: 'anyone',
      texts: ['legal', 'articles', 'setup', 'settings', 'auth', 'payments', 'investor', 'verification', 'profile'],
      page: () => import('./setup/SetupPage.tsx'),
    }
  : { path: '/setup', opens: '/login' };

export const settingsScreens: readonly Screen[] = [
  setupScreen,
  {
    path: '/admin/settings',
    name: 'admin.settings',
    title: 'settings.title',
    guard: readers,
    texts: settingsTexts,
    page: () => import('./OperatorSettingsPage.tsx'),
    menu: { label: 'shell.screen_settings', group: 'admin', order: 150 },
  },
  {
    path: '/admin/settings/$part',
    name: 'admin.settings.part',
    title: 'settings.title',
    guard: readers,
    texts: settingsTexts,
    page: () => import('./OperatorSettingsPage.tsx'),
  },
];
