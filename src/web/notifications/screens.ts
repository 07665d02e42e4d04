import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    notifications: '/notifications' | '/admin/email';
  }
}

export const notificationsScreens: readonly Screen[] = [
  {
    path: '/notifications',
    name: 'notifications',
    title: 'notifications.title',
    texts: ['notifications'],
    page: () => import('./NotificationsPage.tsx'),
  },
  {
    path: '/unsubscribe/$token',
    name: 'unsubscribe',
    title: 'notifications.unsubscribe_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth', 'notifications'],
    page: () => import('./UnsubscribePage.tsx'),
  },
  {
    path: '/admin/email',
    name: 'admin.mail',
    title: 'notifications.log_title',
    scrollToTop: false,
    guard: { roles: ['support', 'compliance', 'admin'] },
    texts: ['notifications', 'keys', 'lists'],
    page: () => import('./EmailLogPage.tsx'),
    menu: { label: 'shell.screen_mail', group: 'admin', order: 90 },
  },
];
