import type { BankFile } from '#contract/payments/bank-files.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

type Line = BankFile['attention'][number];

/** The withdrawals of a file that the bank rejected, changed, or contradicted itself about. */
export function AttentionList({ file: { number, currency, attention } }: { file: BankFile }) {
  const t = useText();
  return (
    <ul className={flowStyles.stack8} aria-label={t('payments.file_attention', { number })}>
      {attention.map((line) => (
        <li key={line.payment.id}>
          <Link to={`/admin/money/${line.payment.id}`}>
            <bdi>{line.payment.number}</bdi>
          </Link>{' '}
          · <Sum amount={line.amount} currency={currency} />
          <Answer line={line} />
        </li>
      ))}
    </ul>
  );
}

function Answer({ line: { status, reason, detail, contradiction } }: { line: Line }) {
  const t = useText();
  return (
    <p className={textStyles.soft}>
      <bdi translate="no">{[status, reason].filter(Boolean).join(' ')}</bdi>
      {detail !== null && (
        <>
          {' '}
          · <bdi>{detail}</bdi>
        </>
      )}
      {contradiction !== null && (
        <>
          {' '}
          · <bdi translate="no">{contradiction}</bdi> · {t('payments.file_against')}
        </>
      )}
    </p>
  );
}
