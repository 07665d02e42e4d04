import type { MovementKind } from '#contract/imports/names.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';

/** What a client did in another system, by the words for what they do here. */
export const movementNames = {
  deposit: 'wallets.kind_deposit',
  withdrawal: 'wallets.kind_withdrawal',
  transfer: 'wallets.kind_transfer',
  conversion: 'wallets.kind_conversion',
  trade: 'wallets.account_dealing',
  fee: 'wallets.kind_fee',
  dividend: 'wallets.kind_dividend',
  interest: 'wallets.kind_interest',
  bonus: 'wallets.kind_bonus',
  correction: 'wallets.kind_correction',
  other: 'wallets.kind_other',
} as const satisfies Record<MovementKind, TextKey>;
