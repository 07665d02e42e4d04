import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    reconciliation: '/admin/reconciliation' | `/admin/reconciliation/${string}`;
  }
}

const staff: Guard = { roles: ['finance', 'compliance', 'admin'] };

export const reconciliationScreens: readonly Screen[] = [
  {
    path: '/admin/reconciliation',
    name: 'admin.reconciliation',
    title: 'reconciliation.title',
    guard: staff,
    texts: ['reconciliation', 'payments', 'wallets'],
    page: () => import('./ReconciliationPage.tsx'),
    menu: { label: 'shell.screen_reconciliation', group: 'finance', order: 70 },
  },
  {
    path: '/admin/reconciliation/$id',
    name: 'admin.reconciliation.show-by-id',
    title: 'reconciliation.run_title',
    guard: staff,
    texts: ['reconciliation', 'payments', 'lists'],
    page: () => import('./RunPage.tsx'),
  },
];
