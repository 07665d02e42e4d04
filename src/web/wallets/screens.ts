import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    wallets: '/wallet/list' | `/wallet/${string}`;
  }
}

export const walletsScreens: readonly Screen[] = [
  { path: '/wallet', opens: '/wallet/list' },
  {
    path: '/wallet/list',
    name: 'wallet.list',
    title: 'wallets.list_title',
    texts: ['wallets', 'payments'],
    page: () => import('./WalletsPage.tsx'),
  },
  {
    path: '/wallet/earlier',
    name: 'wallet.earlier',
    title: 'wallets.earlier_title',
    texts: ['wallets'],
    page: () => import('./earlier/EarlierPage.tsx'),
  },
  {
    path: '/wallet/$id',
    name: 'wallet.show-by-id',
    title: 'wallets.wallet_title',
    texts: ['wallets', 'trading', 'payments'],
    page: () => import('./WalletPage.tsx'),
  },
];
