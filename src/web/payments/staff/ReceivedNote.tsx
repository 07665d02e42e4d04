import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import type { Item } from './queue-queries.ts';

/** Marks a deposit of which a colleague has noted another amount than its client announced. */
export function ReceivedNote({ item: { payment, received } }: { item: Pick<Item, 'payment' | 'received'> }) {
  const t = useText();
  const format = useFormat();
  if (received === null || received === payment.amount) return null;
  const inWords = (amount: string) => format.symbol(amount, payment.currency);
  return (
    <Alert
      tone="warning"
      title={t('payments.received_other', { announced: inWords(payment.amount), received: inWords(received) })}
    />
  );
}
