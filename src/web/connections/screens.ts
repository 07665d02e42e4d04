import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    connections: '/admin/connections';
  }
}

export const connectionsScreens: readonly Screen[] = [
  {
    path: '/admin/connections',
    name: 'admin.connections',
    title: 'connections.title',
    guard: { roles: ['finance', 'compliance', 'admin'] },
    texts: ['connections', 'demo', 'operator', 'profile', 'approvals'],
    page: () => import('./ConnectionsPage.tsx'),
    menu: { label: 'shell.screen_connections', group: 'admin', order: 165 },
  },
];
