import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    operator: '/admin/api' | `/admin/api/${string}`;
  }
}

const staff: Guard = { roles: ['admin'] };

export const operatorScreens: readonly Screen[] = [
  {
    path: '/admin/api',
    name: 'admin.api',
    title: 'operator.title',
    guard: staff,
    texts: ['operator', 'profile', 'approvals', 'staff'],
    page: () => import('./ApiPage.tsx'),
    menu: { label: 'shell.screen_api', group: 'admin', order: 170 },
  },
  {
    path: '/admin/api/$id',
    name: 'admin.api.show-by-id',
    title: 'operator.webhook',
    guard: staff,
    texts: ['operator', 'profile'],
    page: () => import('./webhooks/WebhookPage.tsx'),
  },
];
