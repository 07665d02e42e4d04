import type { RailPayout } from '#server/platform/connections/ports/payouts.ts';
import { fromBtcpay } from '../../providers/btcpay/amounts.ts';
import type { Payout } from './shapes.ts';

/** The transaction on the chain, as its id is written; a person may have noted anything else as a proof. */
const transactionOf = ({ paymentProof }: Payout): string | null => {
  const { id } = paymentProof ?? {};
  return id && /^[0-9a-f]{64}$/.test(id) ? id : null;
};

/** What is paid once stays: a transaction that has left the wallet is followed until it is confirmed. */
export function readPayout(of: Payout): RailPayout {
  const { id, state, destination, originalAmount, originalCurrency, payoutAmount, payoutCurrency: coin } = of;
  const transaction = transactionOf(of);
  // A person has ended it: without a transaction that pays it, or although there is one.
  const isByHand = (state === 'Completed' && transaction === null) || (state === 'Cancelled' && transaction !== null);
  return {
    id,
    state: stateOf(of, isByHand),
    amount: fromBtcpay(originalAmount, originalCurrency),
    back: null,
    payee: { holder: null, account: destination },
    answer: [state, transaction].filter(Boolean).join(' '),
    ...(payoutAmount && { coins: { amount: payoutAmount, coin, transaction } }),
    ...(isByHand && { doubt: 'by_hand' }),
  };
}

function stateOf({ state }: Payout, isByHand: boolean): RailPayout['state'] {
  switch (state) {
    case 'AwaitingApproval':
      return 'begun';
    case 'AwaitingPayment':
      return 'accepted';
    case 'InProgress':
      return 'sent';
    case 'Completed':
      return isByHand ? 'sent' : 'completed';
    case 'Cancelled':
      return isByHand ? 'sent' : 'failed';
  }
}
