import type { ReactNode } from 'react';
import type { PaperPreview } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { useTerminal } from '../terminal.ts';
import { useIsOpen } from '../terminal-queries.ts';
import { usePlain } from '../use-plain.ts';
import styles from './Preview.module.css';

/** The margin and cost of an order, and the first thing that blocks it. Keeps its space while there is none. */
export function Preview({ preview }: { preview: PaperPreview | undefined }) {
  const t = useText();
  const format = useFormat();
  const plain = usePlain();
  const isOpen = useIsOpen(useTerminal().symbol);
  const amount = (of: string | undefined) => of !== undefined && plain.amount(of);
  const lines: [term: string, details: ReactNode][] = [
    [t('terminal.margin_needed'), amount(preview?.margin)],
    [t('terminal.margin_after'), amount(preview?.free_margin_after)],
    [t('terminal.level_after'), preview?.margin_level_after && format.share(preview.margin_level_after)],
    [t('terminal.spread'), amount(preview?.spread)],
    [t('terminal.commission'), amount(preview?.commission)],
    [t('terminal.swap_night'), preview && plain.change(preview.swap)],
  ];
  return (
    <div className={styles.preview} aria-live="off">
      {preview?.refusal && isOpen && (
        <Alert tone="warning">
          <p>{preview.refusal.message}</p>
        </Alert>
      )}
      <dl>
        {lines.map(([term, details]) => (
          <div key={term} className={styles.line}>
            <dt>{term}</dt>
            <dd>
              <bdi>{details}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
