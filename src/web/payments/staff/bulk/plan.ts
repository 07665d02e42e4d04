import type { PaymentAction } from '#contract/payments/names.ts';
import type { Item } from '../queue-queries.ts';

export type BulkAction = Extract<PaymentAction, 'assign' | 'approve' | 'send_payout'>;

/** Why a withdrawal is left out of an act on several. */
export type LeftOut = 'own' | 'blocked' | 'unclaimed' | 'claimed' | 'approved' | 'unserved' | 'state';

/** Whether its provider has refused it at once, so that it waits as before. */
export const isSentBack = (action: BulkAction, { payment }: Item): boolean =>
  action === 'send_payout' && payment.state === 'approved';

/**
 * Why the person cannot act on a withdrawal now; null if they can. Claiming several takes over none from a colleague, whose approval
 * would be lost.
 */
export function leftOut(action: BulkAction, { payment, client, actions }: Item, meId: string): LeftOut | null {
  if (client.id === meId) return 'own';
  if (action === 'assign') {
    if (payment.state === 'submitted' && actions.includes('assign')) return null;
    return payment.state === 'in_review' ? 'claimed' : 'state';
  }
  if (actions.includes(action)) return null;
  if (action === 'send_payout') {
    if (payment.state !== 'approved') return 'state';
    return payment.held_back ? 'blocked' : 'unserved';
  }
  if (payment.state === 'submitted') return 'unclaimed';
  if (payment.state !== 'in_review') return 'state';
  return payment.held_back ? 'blocked' : 'approved';
}
