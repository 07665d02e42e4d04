import type { Money } from '#server/platform/connections/outcome.ts';
import type { RailPayout } from '#server/platform/connections/ports/payouts.ts';
import { fromAdyen } from '../../providers/adyen/amounts.ts';
import type { Transfer } from './shapes.ts';

/** A transfer that ended with these did not go through. */
const ended: ReadonlySet<string> = new Set([
  'failed',
  'refused',
  'rejected',
  'cancelled',
  'expired',
  'error',
  'returned',
]);

/**
 * A transfer as a payout. Money has left when it is booked, not before; what then came back is what the balance account
 * got again. A status that we do not know decides nothing.
 */
export function readTransfer(of: Transfer): RailPayout {
  const { id, status, reason, counterparty } = of;
  const bank = counterparty?.bankAccount;
  const { accountIdentification: account } = bank ?? {};
  return {
    id,
    state: stateOf(of),
    amount: fromAdyen(of.amount),
    back: backOf(of),
    payee: { holder: bank?.accountHolder?.fullName ?? null, account: account?.iban ?? account?.accountNumber ?? null },
    answer: [status, reason].filter(Boolean).join(': '),
  };
}

function stateOf(of: Transfer): RailPayout['state'] {
  const { status, tracking } = of;
  const wasBooked = changesOf(of).some((change) => change < 0n);
  if (ended.has(status)) return wasBooked || status === 'returned' ? 'returned' : 'failed';
  if (status === 'credited') return 'completed';
  if (status !== 'booked') return 'accepted';
  return tracking?.type === 'confirmation' && tracking.status === 'credited' ? 'completed' : 'sent';
}

const changesOf = ({ amount, events }: Transfer): bigint[] =>
  (events ?? []).flatMap(({ mutations }) =>
    (mutations ?? []).flatMap(({ currency, balance }) => (currency === amount.currency ? (balance ?? []) : [])),
  );

/** What the balance account got again; null where no event says so. */
function backOf(of: Transfer): Money | null {
  const back = changesOf(of).filter((change) => change > 0n);
  const amount = fromAdyen(of.amount);
  if (back.length === 0 || !amount) return null;
  return { minor: back.reduce((sum, change) => sum + change, 0n), currency: amount.currency };
}
