import { createHash } from 'node:crypto';
import type { Books } from './books.ts';
import type { Payout } from './objects.ts';

/** What happens in the operator's wallet and on the chain. */
export const payoutActs = {
  /** A transaction has left the wallet. */
  send(books: Books, payout: Payout): void {
    expect(payout, 'AwaitingPayment');
    payout.paymentProof = proofOf(payout);
    move(books, payout, 'InProgress');
  },
  /** It is confirmed. */
  complete(books: Books, payout: Payout): void {
    if (payout.state !== 'InProgress') payoutActs.send(books, payout);
    move(books, payout, 'Completed');
  },
  /** A person says that it is paid, and shows no transaction. */
  mark_paid(books: Books, payout: Payout): void {
    expect(payout, 'AwaitingPayment');
    move(books, payout, 'Completed');
  },
  cancel(books: Books, payout: Payout): void {
    if (payout.state === 'Completed') throw new Error('it is Completed');
    if (payout.state !== 'Cancelled') move(books, payout, 'Cancelled');
  },
  /** The coins go to an address that was not asked for. */
  pay_another(books: Books, payout: Payout): void {
    payout.destination = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
    payoutActs.complete(books, payout);
  },
  pay_less(books: Books, payout: Payout): void {
    payout.originalAmount = (Number(payout.originalAmount) - 1).toFixed(2);
    payoutActs.complete(books, payout);
  },
} satisfies Record<string, (books: Books, payout: Payout) => void>;

export type PayoutAct = keyof typeof payoutActs;

function expect({ state }: Payout, wanted: Payout['state']): void {
  if (state !== wanted) throw new Error(`the payout is ${state}, not ${wanted}`);
}

function move(books: Books, payout: Payout, state: Payout['state']): void {
  payout.state = state;
  books.emitPayout('PayoutUpdated', payout);
}

function proofOf({ id }: Payout): Payout['paymentProof'] {
  const transaction = createHash('sha256').update(id).digest('hex');
  return {
    proofType: 'PayoutTransactionOnChainBlob',
    id: transaction,
    link: `https://mempool.example/tx/${transaction}`,
  };
}
