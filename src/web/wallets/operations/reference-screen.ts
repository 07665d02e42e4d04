import type { ListedOperation } from '#contract/wallets/endpoints.ts';

/** The screen of what is behind a movement, and the sentence that names it; undefined for what has no screen. */
export function screenOf(reference: ListedOperation['reference']) {
  if (!reference) return undefined;
  switch (reference.type) {
    case 'trading_account':
      return { to: `/trading-account/${reference.id}`, text: 'wallets.linked_account' } as const;
    case 'payment':
      return { to: `/payments/${reference.id}`, text: 'wallets.linked_request' } as const;
    case 'ipo_application':
      return { to: `/ipo/my-ipo/${reference.id}`, text: 'wallets.linked_application' } as const;
    case 'ipo_sale':
      return { to: '/ipo/history', text: 'wallets.linked_sale' } as const;
    default:
      return undefined;
  }
}
