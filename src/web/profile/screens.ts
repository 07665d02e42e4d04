import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    profile: '/second-factor' | '/settings/profile' | '/settings/settings' | '/settings/notifications';
  }
}

export const profileScreens: readonly Screen[] = [
  { path: '/settings', opens: '/settings/profile' },
  {
    path: '/settings/profile',
    name: 'settings.profile',
    title: 'profile.profile_title',
    texts: ['profile'],
    page: () => import('./ProfilePage.tsx'),
  },
  {
    path: '/settings/settings',
    name: 'settings.settings',
    title: 'profile.settings_title',
    texts: ['profile', 'legal', 'articles'],
    page: () => import('./SettingsPage.tsx'),
  },
  {
    path: '/settings/notifications',
    name: 'settings.notifications',
    title: 'notifications.settings_title',
    texts: ['profile', 'notifications'],
    page: () => import('./notifications/NotificationSettingsPage.tsx'),
  },
  {
    path: '/second-factor',
    name: 'second-factor',
    title: 'profile.factor_due_title',
    layout: 'default',
    guard: 'second-factor-due',
    texts: ['profile', 'auth'],
    page: () => import('./SecondFactorPage.tsx'),
  },
];
