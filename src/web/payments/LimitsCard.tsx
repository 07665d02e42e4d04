import { useQuery } from '@tanstack/react-query';
import type { PaymentLimits } from '#contract/payments/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { limitsQuery } from './payment-queries.ts';

/** What the client's level allows them to move in one direction, and what is left of it. */
export function LimitsCard({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const t = useText();
  const query = useQuery(limitsQuery);
  return (
    <QueryCard query={query} title={t('payments.limits')} skeleton={<SkeletonRows count={3} />}>
      {(limits) => (
        <div className={flowStyles.stack}>
          {direction === 'withdrawal' && limits.withdrawals_blocked_until && (
            <Alert tone="warning">
              <p>
                <DateTime at={limits.withdrawals_blocked_until} within="payments.blocked_until" />
              </p>
            </Alert>
          )}
          {limits[direction].allowed ? (
            <Rows {...limits[direction]} />
          ) : (
            <p>{t('payments.level_needed', { level: limits.level, needed: limits[direction].level_needed })}</p>
          )}
        </div>
      )}
    </QueryCard>
  );
}

function Rows({ limits, own }: Pick<PaymentLimits['deposit'], 'limits' | 'own'>) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {own && (
        <p>
          {own.until === null
            ? t('payments.limits_own')
            : t('payments.limits_own_until', { date: format.day(own.until) })}
        </p>
      )}
      <DescriptionList
        items={limits.map(({ span, limit, left }) => ({
          term: t(`payments.limit_${span}`),
          details:
            limit === null
              ? t('payments.no_limit')
              : left === null
                ? format.symbol(limit, 'USD')
                : t('payments.left_of', { remaining: format.symbol(left, 'USD'), limit: format.symbol(limit, 'USD') }),
        }))}
      />
    </>
  );
}
