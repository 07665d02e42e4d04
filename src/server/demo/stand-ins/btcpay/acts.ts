import type { Books } from './books.ts';
import { partOf, type Invoice } from './objects.ts';

const whole = 100_000_000n;

/** What happens on the chain, or at the operator's BTCPay; the pay page and the tests do it. */
export const acts = {
  pay(books: Books, invoice: Invoice): void {
    paid(books, invoice, whole);
    settle(books, invoice, 'None');
  },
  /** It is seen, and not confirmed yet. */
  see(books: Books, invoice: Invoice): void {
    paid(books, invoice, whole);
    invoice.status = 'Processing';
    books.emit('InvoiceProcessing', invoice, { overPaid: false });
  },
  /** What was seen is confirmed. */
  confirm(books: Books, invoice: Invoice): void {
    settle(books, invoice, 'None');
  },
  /** A webhook is ahead of what the invoice says. */
  announce_early(books: Books, invoice: Invoice): void {
    paid(books, invoice, whole);
    invoice.status = 'Processing';
    books.emit('InvoiceSettled', invoice, { manuallyMarked: false, overPaid: false });
  },
  /** A hundred-millionth less than the sum arrives, and the time is over. */
  underpay(books: Books, invoice: Invoice): void {
    paid(books, invoice, whole - 1n);
    end(books, invoice, 'PaidPartial');
    books.emit('InvoiceExpiredPaidPartial', invoice);
  },
  overpay(books: Books, invoice: Invoice): void {
    paid(books, invoice, whole + whole / 10n);
    settle(books, invoice, 'PaidOver');
  },
  /** The same again to the same address, after it was settled. */
  pay_again(books: Books, invoice: Invoice): void {
    paid(books, invoice, 2n * whole);
    invoice.additionalStatus = 'PaidOver';
  },
  /** Paid after it had expired. */
  pay_late(books: Books, invoice: Invoice): void {
    if (invoice.status !== 'Expired') end(books, invoice, 'None');
    paid(books, invoice, whole);
    invoice.additionalStatus = 'PaidLate';
    books.emit('InvoicePaidAfterExpiration', invoice);
  },
  expire(books: Books, invoice: Invoice): void {
    end(books, invoice, 'None');
  },
  /** The chain drops what was paid. */
  reorganise(books: Books, invoice: Invoice): void {
    invoice.status = 'Invalid';
    invoice.additionalStatus = 'None';
    books.emit('InvoiceInvalid', invoice, { manuallyMarked: false });
  },
  /** A person says that it is paid. */
  mark_settled(books: Books, invoice: Invoice): void {
    invoice.paidAmount = invoice.amount;
    settle(books, invoice, 'Marked');
  },
  /** A person says that it is not. */
  mark_invalid(books: Books, invoice: Invoice): void {
    invoice.status = 'Invalid';
    invoice.additionalStatus = 'Marked';
    books.emit('InvoiceInvalid', invoice, { manuallyMarked: true });
  },
} satisfies Record<string, (books: Books, invoice: Invoice) => void>;

export type Act = keyof typeof acts;

function paid(books: Books, invoice: Invoice, part: bigint): void {
  invoice.paidAmount = partOf(invoice.amount, part);
  books.emit('InvoiceReceivedPayment', invoice);
}

function settle(books: Books, invoice: Invoice, more: 'None' | 'PaidOver' | 'Marked'): void {
  invoice.status = 'Settled';
  invoice.additionalStatus = more;
  books.emit('InvoiceSettled', invoice, { manuallyMarked: more === 'Marked', overPaid: more === 'PaidOver' });
}

function end(books: Books, invoice: Invoice, more: 'None' | 'PaidPartial'): void {
  invoice.status = 'Expired';
  invoice.additionalStatus = more;
  books.emit('InvoiceExpired', invoice, { partiallyPaid: more === 'PaidPartial' });
}
