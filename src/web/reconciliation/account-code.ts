import { ledgerAccountKinds } from '#contract/reconciliation/names.ts';

type Kind = (typeof ledgerAccountKinds)[number];

/**
 * The parts of an account's code that a person reads: its kind, and of a trading account or a payment method which one
 * it is.
 */
export interface NamedAccount {
  kind: Kind;
  tradingAccount?: string;
  method?: string;
}

/** Reads the code of an account of the books; nothing for one that is built in another way. */
export function readAccountCode(code: string): NamedAccount | undefined {
  const [head = '', ...rest] = code.split(':');
  if (head === 'client') {
    const [, what, which, part] = rest;
    if (what === 'trading' && which) return { kind: 'trading', tradingAccount: which };
    const kind = ledgerAccountKinds.find((each) => each === `wallet_${part}`);
    return what === 'wallet' && kind ? { kind } : undefined;
  }
  const kind = ledgerAccountKinds.find((each) => each === head.replace('-', '_'));
  if (!kind) return undefined;
  return head.startsWith('psp-') && rest.length > 1 ? { kind, method: rest[0]?.replace('-', '_') ?? '' } : { kind };
}
