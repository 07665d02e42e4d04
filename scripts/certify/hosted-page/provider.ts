import { newId } from '#server/demo/stand-ins/hosted-page/objects.ts';
import type { HostedPageStandIn, LieName } from '#server/demo/stand-ins/hosted-page/server.ts';
import type { CardProvider } from '../cards/provider.ts';

export function hostedPageProvider({ books, delivery, lie, honest, act }: HostedPageStandIn): CardProvider<LieName> {
  return {
    method: 'card',
    calls: {
      order: { method: 'POST', path: /^\/payments$/ },
      read: { method: 'GET', path: /^\/payments$/ },
      refund: { method: 'POST', path: /^\/refunds$/ },
      disputes: { method: 'GET', path: /^\/payments$/ },
    },
    knowsCards: true,
    readsAtEvents: true,
    lie,
    honest,
    act,
    delivery,
    pagesOf: (reference) =>
      [...books.payments.values()].flatMap(({ payment: { id, ref, status } }) =>
        ref === reference ? [{ id, isOpen: status === 'open' }] : [],
      ),
    setOpen: (page, isOpen) => void (books.paymentOf(page).status = isOpen ? 'open' : 'processing'),
    refundsOf: (page) => books.paymentOf(page).refunds.length,
    replay(page) {
      for (const event of books.events.filter(({ id }) => id === page)) delivery.again(event);
    },
    sayUnknown: () => books.emit('payment.paid', { id: newId('pay'), ref: 'DEPUNKNOWN99' }).event,
    net: () => books.net(),
  };
}
