import type { AdyenStandIn, LieName } from '#server/demo/stand-ins/adyen/server.ts';
import { newPspReference } from '#server/demo/stand-ins/adyen/objects.ts';
import type { CardProvider } from '../cards/provider.ts';

export function adyenProvider({ books, delivery, lie, honest, act }: AdyenStandIn): CardProvider<LieName> {
  return {
    method: 'card',
    calls: {
      order: { method: 'POST', path: /^\/v72\/paymentLinks$/ },
      read: { method: 'GET', path: /^\/v72\/paymentLinks\/PL/ },
      refund: { method: 'POST', path: /^\/v72\/payments\/[^/]+\/refunds$/ },
    },
    readsAtEvents: false,
    lie,
    honest,
    act,
    delivery,
    pagesOf: (reference) =>
      [...books.links.values()].flatMap((link) =>
        link.reference === reference ? [{ id: link.id, isOpen: link.status === 'active' }] : [],
      ),
    setOpen: (page, isOpen) => void (books.linkOf(page).status = isOpen ? 'active' : 'completed'),
    refundsOf(page) {
      const { pspReference } = books.paymentOf(books.linkOf(page));
      return [...books.refunds.values()].filter(({ payment }) => payment === pspReference).length;
    },
    replay(page) {
      const { reference } = books.linkOf(page);
      for (const item of books.items.filter(({ merchantReference: ref }) => ref === reference)) delivery.again(item);
    },
    sayUnknown() {
      const link = { reference: 'DEPUNKNOWN99' };
      return books.emit('AUTHORISATION', link, {
        amount: { value: 1000, currency: 'EUR' },
        pspReference: newPspReference(),
      }).pspReference;
    },
    net: () => books.net(),
  };
}
