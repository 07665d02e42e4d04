import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    reasons: '/admin/reasons';
  }
}

export const reasonsScreens: readonly Screen[] = [
  {
    path: '/admin/reasons',
    name: 'admin.reasons',
    title: 'reasons.title',
    guard: { roles: ['support', 'finance', 'compliance', 'admin'] },
    texts: ['reasons', 'lists'],
    page: () => import('./ReasonsPage.tsx'),
    menu: { label: 'shell.screen_reasons', group: 'content', order: 120 },
  },
];
