import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    dashboard: '/admin';
  }
}

export const dashboardScreens: readonly Screen[] = [
  {
    path: '/admin',
    name: 'admin',
    title: 'dashboard.title',
    guard: { roles: ['support', 'finance', 'compliance', 'admin'] },
    texts: ['dashboard', 'lists'],
    page: () => import('./DashboardPage.tsx'),
    menu: { label: 'shell.screen_dashboard', group: 'work', order: 10 },
  },
];
