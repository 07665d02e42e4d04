import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    imports: '/admin/imports' | `/admin/imports/${string}`;
  }
}

const guard: Guard = { roles: ['compliance', 'admin'] };

export const importsScreens: readonly Screen[] = [
  {
    path: '/admin/imports',
    name: 'admin.imports',
    scrollToTop: false,
    title: 'imports.title',
    guard,
    texts: ['imports', 'keys', 'lists', 'reconciliation'],
    page: () => import('./ImportsPage.tsx'),
    menu: { label: 'shell.screen_imports', group: 'admin', order: 185 },
  },
  {
    path: '/admin/imports/$id',
    name: 'admin.imports.show-by-id',
    title: 'imports.number',
    guard,
    texts: [
      'imports',
      'approvals',
      'auth',
      'payments',
      'profile',
      'reconciliation',
      'staff',
      'verification',
      'wallets',
      'keys',
      'lists',
    ],
    page: () => import('./ImportPage.tsx'),
  },
];
