import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureBy, type Hooks } from '#server/platform/connections/hooks.ts';
import { delivery } from './shapes.ts';

/**
 * A redelivery has an id of its own and names the delivery that it repeats, which is what makes an event the same one.
 * @param secrets the newest first; two while one takes the place of the other
 * @param about what the connection follows; an event about anything else names nothing
 */
export const btcpayHooks = (secrets: readonly string[], storeId: string, about: 'invoice' | 'payout'): Hooks => ({
  keptHeaders: ['user-agent'],
  verify({ headers, raw }) {
    const [, hex = ''] = /^sha256=([0-9a-f]{64})$/.exec(headers['btcpay-sig'] ?? '') ?? [];
    const given = Buffer.from(hex, 'hex');
    return signatureBy(
      secrets.findIndex((secret) => {
        const expected = createHmac('sha256', secret).update(raw).digest();
        return given.length === expected.length && timingSafeEqual(given, expected);
      }),
    );
  },
  read({ raw }) {
    const read = delivery.parse(JSON.parse(raw.toString('utf8')));
    const isOurs = read.storeId === storeId;
    return [
      {
        eventId: `${read.webhookId} ${read.originalDeliveryId}`,
        type: read.type,
        subject: (isOurs && (about === 'invoice' ? read.invoiceId : read.payoutId)) || null,
        ref: (isOurs && about === 'invoice' && read.metadata?.orderId) || null,
      },
    ];
  },
  /** BTCPay repeats after 5xx, 408 and 429 alone. */
  answer: (outcome) => ({ status: outcome === 'taken' ? 200 : 503, body: '' }),
});
