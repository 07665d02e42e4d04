import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './Audit.module.css';
import { chainQuery } from './audit-query.ts';

/** Whether the log still matches its hash chain: up to when, or which row does not. */
export function ChainCard() {
  const t = useText();
  const format = useFormat();
  const chain = useQuery(chainQuery);
  return (
    <QueryCard
      query={chain}
      title={t('staff.chain_title')}
      skeleton={<SkeletonRows count={1} />}
      actions={
        <Button size="small" busy={chain.isFetching} onClick={() => void chain.refetch()}>
          {t('staff.chain_check')}
        </Button>
      }
    >
      {({ head, waiting, breach }) => {
        if (breach) {
          return (
            <Alert tone="negative" role="alert" title={t('staff.chain_broken')}>
              <p>
                <code className={styles.code}>{breach.row}</code>
              </p>
              <p>
                <code className={styles.code}>{breach.why}</code>
              </p>
            </Alert>
          );
        }
        return (
          <Alert tone="positive" role="status" title={t('staff.chain_whole')}>
            {head && (
              <p>
                <DateTime at={head.chained_at} within="staff.chain_until" />{' '}
                {t('staff.chain_head', { seq: format.number(Number(head.seq)), count: waiting })}{' '}
                <code className={styles.code}>{head.hash}</code>
              </p>
            )}
          </Alert>
        );
      }}
    </QueryCard>
  );
}
