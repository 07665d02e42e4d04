import type { BtcpayStandIn, LieName } from '#server/demo/stand-ins/btcpay/server.ts';
import { newId } from '#server/demo/stand-ins/btcpay/objects.ts';
import type { CardProvider } from '../cards/provider.ts';

/** Whole cents of a decimal text, without what a rate leaves over. */
const centsOf = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
};

export function btcpayProvider({ books, delivery, lie, honest, act }: BtcpayStandIn): CardProvider<LieName> {
  return {
    method: 'crypto',
    calls: {
      order: { method: 'POST', path: /\/invoices$/ },
      read: { method: 'GET', path: /\/invoices\/[^/]+$/ },
    },
    readsAtEvents: true,
    lie,
    honest,
    act(page, name) {
      if (name !== 'pay' && name !== 'underpay') throw new Error(`a chain knows no ${name}`);
      act(page, name);
    },
    delivery,
    pagesOf: (reference) =>
      [...books.invoices.values()].flatMap(({ id, status, archived, metadata }) =>
        metadata['orderId'] === reference && !archived ? [{ id, isOpen: status === 'New' }] : [],
      ),
    setOpen: (page, isOpen) => void (books.invoiceOf(page).status = isOpen ? 'New' : 'Processing'),
    refundsOf: () => 0,
    replay(page) {
      for (const said of books.deliveries.filter(({ invoiceId }) => invoiceId === page)) delivery.again(said);
    },
    sayUnknown: () =>
      books.emit('InvoiceSettled', { id: newId(), storeId: books.storeId, metadata: { orderId: 'DEPUNKNOWN99' } })
        .originalDeliveryId,
    /** What is over the sum that was asked for is reported to staff, and in no wallet. */
    net() {
      const net = new Map<string, bigint>();
      for (const { amount, paidAmount, status, metadata } of books.invoices.values()) {
        const paid = status === 'Invalid' ? 0n : centsOf(paidAmount);
        const asked = centsOf(amount);
        const reference = String(metadata['orderId']);
        net.set(reference, (net.get(reference) ?? 0n) + (paid < asked ? paid : asked));
      }
      return net;
    },
  };
}
