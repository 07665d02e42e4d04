import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    paper: `/terminal/${string}`;
  }
}

export const paperScreens: readonly Screen[] = [
  {
    path: '/terminal/$token',
    name: 'terminal',
    title: 'terminal.title',
    layout: 'clear',
    guard: 'anyone',
    texts: ['terminal', 'trading'],
    page: () => import('./TerminalPage.tsx'),
  },
];
