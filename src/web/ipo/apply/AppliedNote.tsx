import type { IpoApplication } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { NextLine } from '../application/NextLine.tsx';
import { ReceiptButton } from '../application/ReceiptButton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** After an application: that it arrived, what is held, and what comes next. */
export function AppliedNote({ application }: { application: IpoApplication }) {
  const t = useText();
  const format = useFormat();
  const { id, number, mode, quantity, held, currency, next } = application;
  const isDirect = mode === 'direct';
  return (
    <div className={flowStyles.stack}>
      <Alert tone="positive" role="status" title={t(isDirect ? 'ipo.bought_title' : 'ipo.applied_title', { number })}>
        <p>
          {isDirect
            ? t('ipo.bought_text', { count: quantity, amount: format.symbol(held, currency) })
            : t('ipo.applied_text', { count: quantity, amount: format.symbol(held, currency) })}
        </p>
      </Alert>
      {next && <NextLine next={next} />}
      <div className={flowStyles.row}>
        <Link to={`/ipo/my-ipo/${id}`} className={buttonClass({ variant: 'primary' })}>
          {t('ipo.see_application')}
        </Link>
        <ReceiptButton applicationId={id} />
      </div>
    </div>
  );
}
