import type { LieName } from '#server/demo/stand-ins/stripe/lies.ts';
import type { StripeStandIn } from '#server/demo/stand-ins/stripe/server.ts';
import type { CardProvider } from '../cards/provider.ts';

export function stripeProvider({ books, delivery, lie, honest, act }: StripeStandIn): CardProvider<LieName> {
  const refundsOf = (payment: string | null) =>
    [...books.refunds.values()].filter((each) => each.payment_intent === payment);
  return {
    method: 'card',
    calls: {
      order: { method: 'POST', path: /^\/v1\/checkout\/sessions$/ },
      read: { method: 'GET', path: /^\/v1\/checkout\/sessions\/cs_/ },
      refund: { method: 'POST', path: /^\/v1\/refunds$/ },
      disputes: { method: 'GET', path: /^\/v1\/disputes$/ },
    },
    knowsCards: true,
    readsAtEvents: true,
    lie,
    honest,
    act,
    delivery,
    pagesOf: (reference) =>
      [...books.sessions.values()].flatMap(({ id, status, client_reference_id: ref }) =>
        ref === reference ? [{ id, isOpen: status === 'open' }] : [],
      ),
    setOpen: (page, isOpen) => void (books.sessionOf(page).status = isOpen ? 'open' : 'complete'),
    refundsOf: (page) => refundsOf(books.sessionOf(page).payment_intent).length,
    replay(page) {
      for (const event of books.events.filter((each) => JSON.stringify(each).includes(page))) delivery.again(event);
    },
    sayUnknown: () => books.emit('payment_intent.succeeded', { id: 'pi_unknown', object: 'payment_intent' }).id,
    net() {
      const net = new Map<string, bigint>();
      for (const { client_reference_id: reference, payment_intent: id } of books.sessions.values()) {
        const paid = books.payments.get(id ?? '')?.amount_received ?? 0;
        const back = refundsOf(id).filter(({ status }) => status !== 'failed');
        const entries = [...books.disputes.values()]
          .filter((each) => each.payment_intent === id)
          .flatMap((each) => each.balance_transactions);
        const sum = [paid, ...back.map(({ amount }) => -amount), ...entries.map(({ amount }) => amount)];
        const key = reference ?? '';
        net.set(key, (net.get(key) ?? 0n) + sum.reduce((total, each) => total + BigInt(each), 0n));
      }
      return net;
    },
  };
}
