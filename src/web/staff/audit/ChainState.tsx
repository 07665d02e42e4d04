import { useQuery } from '@tanstack/react-query';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './Audit.module.css';
import { chainQuery } from './audit-query.ts';

/** Whether the log still matches its hash chain: up to when, or which row does not. */
export function ChainState() {
  const t = useText();
  const format = useFormat();
  const chain = useQuery(chainQuery);
  const check = (
    <Button size="small" busy={chain.isFetching} onClick={() => void chain.refetch()}>
      {t('staff.chain_check')}
    </Button>
  );
  return (
    <Async query={chain} skeleton={<SkeletonRows count={1} />}>
      {({ head, waiting, breach }) =>
        breach ? (
          <Alert tone="negative" role="alert" title={t('staff.chain_broken')}>
            <div className={styles.chain}>
              <code className={styles.code}>
                {breach.row}: {breach.why}
              </code>
              {check}
            </div>
          </Alert>
        ) : (
          <Alert
            tone="positive"
            role="status"
            action={
              <>
                <StaleMark query={chain} />
                {check}
              </>
            }
          >
            <p>
              <strong>{t('staff.chain_whole')}</strong>
              {head && (
                <span className={styles.head} title={head.hash} data-code>
                  <DateTime at={head.chained_at} within="staff.chain_until" as="full" />{' '}
                  {t('staff.chain_head', { seq: format.number(Number(head.seq)), count: waiting })}
                </span>
              )}
            </p>
          </Alert>
        )
      }
    </Async>
  );
}
