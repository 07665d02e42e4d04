import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    approvals: '/admin/approvals';
  }
}

export const approvalsScreens: readonly Screen[] = [
  {
    path: '/admin/approvals',
    name: 'admin.proposals',
    title: 'approvals.title',
    scrollToTop: false,
    guard: { roles: ['finance', 'compliance', 'admin'] },
    texts: [
      'settings',
      'approvals',
      'profile',
      'payments',
      'investor',
      'verification',
      'staff',
      'offerings',
      'ipo',
      'keys',
      'operator',
      'lists',
    ],
    page: () => import('./ApprovalsPage.tsx'),
    menu: { label: 'shell.screen_proposals', group: 'work', order: 50, waiting: 'approvals' },
  },
];
