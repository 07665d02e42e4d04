import type { Payment } from '#contract/payments/endpoints.ts';

/** What a request does to its wallet, signed: a withdrawal takes its whole amount, the fee included. */
export function movementOf({ kind, amount, net }: Pick<Payment, 'kind' | 'amount' | 'net'>): string {
  return kind === 'withdrawal' ? `-${amount}` : net;
}
