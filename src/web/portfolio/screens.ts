import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    portfolio: '/investor';
  }
}

export const portfolioScreens: readonly Screen[] = [
  {
    path: '/investor',
    name: 'investor',
    title: 'investor.title',
    texts: ['investor', 'wallets'],
    page: () => import('./InvestorPage.tsx'),
  },
];
