import { useQuery } from '@tanstack/react-query';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { cx } from '#web/ui/cx.ts';
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
          <Alert tone="positive" role="status" title={t('staff.chain_whole')}>
            <StaleMark query={chain} />
            <div className={styles.chain}>
              {head && (
                <p>
                  <DateTime at={head.chained_at} within="staff.chain_until" as="full" />{' '}
                  {t('staff.chain_head', { seq: format.number(Number(head.seq)), count: waiting })}{' '}
                  <code className={cx(styles.code, styles.hash)} title={head.hash} data-code>
                    {head.hash}
                  </code>
                </p>
              )}
              {check}
            </div>
          </Alert>
        )
      }
    </Async>
  );
}
