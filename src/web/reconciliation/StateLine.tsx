import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Lead } from '#web/ui/layout/Lead.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { summaryQuery } from './reconciliation-queries.ts';

/** What waits for people, and when the last statement came, in a line. */
export function StateLine() {
  const t = useText();
  const { data } = useQuery(summaryQuery);
  // A line of its height, so that nothing moves when it comes.
  if (!data) return <>{'\u00A0'}</>;
  const { lines, files, differences, last_statement_at: at } = data;
  return (
    <span className={flowStyles.facts}>
      <Lead>
        {lines + differences === 0 ? t('reconciliation.all_agree') : t('reconciliation.state', { lines, differences })}
      </Lead>
      {files > 0 && <span>{t('reconciliation.state_files', { count: files })}</span>}
      <span>
        {at === null ? t('reconciliation.no_statements') : <DateTime at={at} within="reconciliation.last_statement" />}
      </span>
    </span>
  );
}
