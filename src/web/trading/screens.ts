import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    trading: '/trading-account' | `/trading-account/${string}`;
  }
}

export const tradingScreens: readonly Screen[] = [
  {
    path: '/trading-account',
    name: 'trading-account.list',
    title: 'trading.list_title',
    texts: ['trading'],
    page: () => import('./accounts/TradingAccountsPage.tsx'),
  },
  {
    path: '/trading-account/$id',
    name: 'trading-account.show-by-id',
    title: 'trading.account_title',
    texts: ['trading', 'investor'],
    page: () => import('./accounts/TradingAccountPage.tsx'),
  },
];
