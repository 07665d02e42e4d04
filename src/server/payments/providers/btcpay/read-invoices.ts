import type { ProviderDispute, ProviderPayment } from '#server/platform/connections/ports/payments.ts';
import { fromBtcpay } from './amounts.ts';
import type { Invoice } from './shapes.ts';

type Read = Omit<ProviderPayment, 'ref' | 'id' | 'instrument' | 'live' | 'page'>;

const paidOf = ({ paidAmount, currency }: Invoice) => fromBtcpay(paidAmount, currency);

/** The one that counts, of those with our reference: usually there is one. */
export const mainOf = (found: readonly Invoice[]): Invoice | undefined =>
  found.toSorted((a, b) => a.createdTime - b.createdTime || (a.id < b.id ? -1 : 1)).find((each) => !each.archived) ??
  found[0];

/** Those besides it that can be put away: no client was led to them, and nothing was paid. */
export const sparesOf = (found: readonly Invoice[]): Invoice[] => {
  const main = mainOf(found);
  return found.filter((each) => each.id !== main?.id && !each.archived && each.status === 'New' && !paidOf(each));
};

/**
 * What invoices with our reference say together. Money in several of them is one sum that was not asked for so; what the
 * chain has dropped is no part of it, and is missing only where the rest is less than was asked for.
 */
export function readInvoices(found: readonly Invoice[], main: Invoice): Read {
  const paid = found.filter(paidOf);
  const [first = main] = paid;
  if (paid.length < 2) return readInvoice(first);
  const read = paid.map(readInvoice);
  const isUnderWay = read.some(({ state }) => state === 'waiting');
  const left = paid.filter((_, place) => read[place]?.state !== 'failed');
  const received = sumOf(left);
  const asked = fromBtcpay(main.amount, main.currency);
  const isCovered = received !== null && asked?.currency === received.currency && received.minor >= asked.minor;
  return {
    state: isUnderWay ? 'waiting' : left.length > 0 ? 'paid' : 'failed',
    received,
    refunds: [],
    disputes: isCovered ? [] : read.flatMap(({ disputes }) => disputes),
    isSuspect: false,
    doubt: read.map(({ doubt }) => doubt).find(Boolean) ?? null,
  };
}

function sumOf(paid: readonly Invoice[]) {
  const amounts = paid.flatMap((each) => paidOf(each) ?? []);
  const [first] = amounts;
  if (!first || amounts.some(({ currency }) => currency !== first.currency)) return null;
  return { minor: amounts.reduce((sum, { minor }) => sum + minor, 0n), currency: first.currency };
}

/** `New` and `Processing` decide nothing. Money in an invoice that has ended otherwise than by itself is for staff. */
function readInvoice(invoice: Invoice): Read {
  const { status, additionalStatus: more } = invoice;
  const received = paidOf(invoice);
  const isByHand = more === 'Marked';
  const nothing = { received, refunds: [], disputes: [], isSuspect: false, doubt: null };
  if (status === 'Settled')
    return { ...nothing, state: 'paid', doubt: isByHand ? 'by_hand' : more === 'PaidLate' ? 'late' : null };
  if (status === 'Expired')
    return received
      ? { ...nothing, state: 'paid', doubt: more === 'PaidPartial' ? null : 'late' }
      : { ...nothing, state: 'expired' };
  if (status === 'Invalid')
    return isByHand && received
      ? { ...nothing, state: 'paid', doubt: 'by_hand' }
      : { ...nothing, state: 'failed', disputes: isByHand ? [] : undone(invoice) };
  return { ...nothing, state: 'waiting' };
}

/** The chain has dropped what was paid, also after it was settled. */
function undone({ id, amount, currency, status }: Invoice): ProviderDispute[] {
  const asked = fromBtcpay(amount, currency);
  if (!asked) return [];
  return [{ id, status, reason: status, amount: asked, isWithdrawn: true, isClosed: true, answerBy: null }];
}
