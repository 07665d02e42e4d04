import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { decimal, instant, nothing, uuid } from './fields.ts';

/** `balance` is USD, as the specified calls have it; the amounts in the wallet's own currency stand beside it. */
export const wallet = z.object({
  id: uuid,
  name: z.string(),
  balance: decimal,
  currency: z.string(),
  native_balance: decimal,
  available: decimal,
  held: decimal,
});
export type Wallet = z.output<typeof wallet>;

/** One movement on a wallet. `amount` is signed, in the wallet's currency; `balance_after` counts held money too. */
export const walletOperation = z.object({
  id: uuid,
  kind: z.enum([
    'deposit',
    'withdrawal',
    'transfer_to_trading',
    'transfer_from_trading',
    'conversion',
    'bonus',
    'fee',
    'correction',
    'ipo',
  ]),
  amount: decimal,
  balance_after: decimal,
  reason: z.string().nullable(),
  trading_account_id: z.string().nullable(),
  at: instant,
});

/** Money that a wallet has set aside, and what for. */
const hold = z.object({
  id: uuid,
  amount: decimal,
  reason: z.enum(['withdrawal', 'transfer_to_trading', 'ipo']),
  at: instant,
  expires_at: instant.nullable(),
});

export const walletsEndpoints = {
  'wallets.list': {
    route: 'POST /api/wallets',
    guard: 'client',
    summary: 'The own wallets.',
    body: nothing,
    answer: z.array(wallet),
  },
  'wallets.info': {
    route: 'POST /api/wallets-info',
    guard: 'client',
    summary: 'One wallet with what explains its balance: active holds, and 50 operations, the latest first.',
    body: z.strictObject({ wallet_id: uuid, cursor: uuid.optional() }),
    answer: z.object({
      wallet,
      created_at: instant,
      holds: z.array(hold),
      operations: z.array(walletOperation),
      next_cursor: uuid.nullable(),
    }),
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;

export type WalletInfo = z.output<(typeof walletsEndpoints)['wallets.info']['answer']>;
export type WalletOperation = z.output<typeof walletOperation>;
