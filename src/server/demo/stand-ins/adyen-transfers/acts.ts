import type { Books, Transfer } from './books.ts';

const endings: ReadonlySet<string> = new Set(['refused', 'failed', 'cancelled', 'returned']);

/** What happens at Adyen and at the bank of the client. */
export const acts = {
  authorise(books: Books, transfer: Transfer): void {
    expect(transfer, 'received');
    const { value } = transfer.amount;
    books.move(transfer, 'authorised', { received: value, reserved: -value });
  },
  book(books: Books, transfer: Transfer): void {
    if (transfer.status === 'received') acts.authorise(books, transfer);
    expect(transfer, 'authorised');
    const { value } = transfer.amount;
    books.move(transfer, 'booked', { reserved: value, balance: -value });
  },
  /** The client's bank says that the money is there. */
  credit(books: Books, transfer: Transfer): void {
    if (transfer.status !== 'booked') acts.book(books, transfer);
    transfer.tracking = { type: 'confirmation', status: 'credited' };
    books.tell(transfer);
  },
  /** Adyen waits for a person or for a working day. */
  wait(books: Books, transfer: Transfer): void {
    expect(transfer, 'received');
    transfer.reason = 'pendingExecution';
    books.move(transfer, 'pendingExecution');
  },
  refuse(books: Books, transfer: Transfer): void {
    if (endings.has(transfer.status) || transfer.status === 'booked') throw new Error(`it is ${transfer.status}`);
    transfer.reason = 'counterpartyAccountNotFound';
    books.move(transfer, 'refused', { received: transfer.amount.value });
  },
  return(books: Books, transfer: Transfer): void {
    sendBack(books, transfer, transfer.amount.value);
  },
  /** The banks on the way keep a fee. */
  return_less(books: Books, transfer: Transfer): void {
    sendBack(books, transfer, transfer.amount.value - 100);
  },
  /** A fee is taken from what was ordered. */
  book_less(books: Books, transfer: Transfer): void {
    transfer.amount = { ...transfer.amount, value: transfer.amount.value - 100 };
    acts.book(books, transfer);
  },
  book_otherwise(books: Books, transfer: Transfer): void {
    transfer.amount = { ...transfer.amount, currency: transfer.amount.currency === 'EUR' ? 'USD' : 'EUR' };
    acts.book(books, transfer);
  },
  pay_another(books: Books, transfer: Transfer): void {
    transfer.counterparty.bankAccount.accountHolder.fullName = 'Nora Other';
    acts.book(books, transfer);
  },
} satisfies Record<string, (books: Books, transfer: Transfer) => void>;

export type Act = keyof typeof acts;

function expect({ status }: Transfer, wanted: string): void {
  if (status !== wanted) throw new Error(`the transfer is ${status}, not ${wanted}`);
}

function sendBack(books: Books, transfer: Transfer, balance: number): void {
  expect(transfer, 'booked');
  transfer.reason = 'counterpartyAccountClosed';
  books.move(transfer, 'returned', { balance });
}
