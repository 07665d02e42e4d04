import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    screening: '/admin/screening';
  }
}

export const screeningScreens: readonly Screen[] = [
  {
    path: '/admin/screening',
    name: 'admin.screening',
    title: 'screening.title',
    scrollToTop: false,
    guard: { roles: ['compliance', 'admin'] },
    texts: ['screening', 'verification', 'profile', 'staff', 'keys', 'lists'],
    page: () => import('./ScreeningPage.tsx'),
    menu: { label: 'shell.screen_screening', group: 'risk', order: 125 },
  },
];
