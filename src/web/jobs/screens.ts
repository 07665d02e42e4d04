import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    jobs: '/admin/jobs';
  }
}

export const jobsScreens: readonly Screen[] = [
  {
    path: '/admin/jobs',
    name: 'admin.jobs',
    title: 'jobs.title',
    scrollToTop: false,
    guard: { roles: ['admin'] },
    texts: ['jobs', 'keys', 'lists'],
    page: () => import('./JobsPage.tsx'),
    menu: { label: 'shell.screen_jobs', group: 'admin', order: 180 },
  },
];
