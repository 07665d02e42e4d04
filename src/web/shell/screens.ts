import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    shell: '/unauthorized';
  }
}

export const shellScreens: readonly Screen[] = [
  {
    path: '/unauthorized',
    name: 'unauthorized',
    title: 'common.unauthorized_title',
    layout: 'basic',
    guard: 'anyone',
    texts: ['shell'],
    page: () => import('./UnauthorizedPage.tsx'),
  },
];
