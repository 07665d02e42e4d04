import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    legal: `/legal/${string}` | '/admin/legal' | `/admin/legal/${string}`;
  }
}

const staff: Guard = { roles: ['compliance', 'admin'] };

export const legalScreens: readonly Screen[] = [
  { path: '/legal', opens: '/legal/terms' },
  {
    path: '/legal/$kind',
    name: 'legal',
    title: 'legal.title',
    layout: 'basic',
    guard: 'anyone',
    texts: ['legal', 'articles'],
    page: () => import('./LegalPage.tsx'),
  },
  {
    path: '/admin/legal',
    name: 'admin.legal',
    title: 'legal.title',
    guard: staff,
    texts: ['legal', 'articles'],
    page: () => import('./staff/StaffLegalPage.tsx'),
    menu: { label: 'shell.screen_legal', group: 'content', order: 110 },
  },
  {
    path: '/admin/legal/$id',
    name: 'admin.legal.show-by-id',
    title: 'legal.edit_title',
    guard: staff,
    texts: ['legal', 'articles', 'profile'],
    page: () => import('./staff/EditLegalPage.tsx'),
  },
];
