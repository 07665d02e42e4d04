import type { PaperPreview } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { usePaperState } from '../terminal-queries.ts';
import styles from './Preview.module.css';

/** The margin and cost of an order, and the first thing that blocks it. Keeps its space while there is none. */
export function Preview({ preview }: { preview: PaperPreview | undefined }) {
  const t = useText();
  const format = useFormat();
  const currency = usePaperState().data?.account.currency ?? '';
  const sum = (amount: string | undefined) =>
    amount === undefined ? '' : <Money amount={amount} currency={currency} />;
  return (
    <div className={styles.preview} aria-live="off">
      <DescriptionList
        items={[
          { term: t('terminal.margin_needed'), details: sum(preview?.margin) },
          { term: t('terminal.margin_after'), details: sum(preview?.free_margin_after) },
          {
            term: t('terminal.level_after'),
            details: preview?.margin_level_after ? format.share(preview.margin_level_after) : '',
          },
          { term: t('terminal.commission'), details: sum(preview?.commission) },
          { term: t('terminal.spread'), details: sum(preview?.spread) },
          {
            term: t('terminal.swap_night'),
            details: preview ? <Movement amount={preview.swap} currency={currency} /> : '',
          },
        ]}
      />
      {preview?.refusal && (
        <Alert tone="warning">
          <p>{preview.refusal.message}</p>
        </Alert>
      )}
    </div>
  );
}
