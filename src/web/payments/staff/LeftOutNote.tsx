import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { Item } from './queue-queries.ts';

/** What the bank asks for and the provider's order cannot say. */
export function LeftOutNote({ item: { payout_leaves_out: fields } }: { item: Pick<Item, 'payout_leaves_out'> }) {
  const t = useText();
  const format = useFormat();
  if (fields.length === 0) return null;
  const named = format.list(fields.map((field) => t(`payments.account_${field}`)));
  return <p className={textStyles.soft}>{t('payments.payout_leaves_out', { fields: named })}</p>;
}
