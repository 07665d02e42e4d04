import { useQuery } from '@tanstack/react-query';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { riskHistoryQuery } from '../clients-query.ts';
import { RiskState } from '../RiskState.tsx';

/** How compliance has rated the client's risk, and why, the latest first. */
export function RiskCard({ id }: { id: string }) {
  const t = useText();
  return (
    <QueryCard
      query={useQuery(riskHistoryQuery(id))}
      title={t('staff.risk')}
      flush
      skeleton={<SkeletonRows count={2} />}
    >
      {(ratings) => (
        <DataTable
          caption={t('staff.risk')}
          rows={ratings}
          rowKey={(rating) => rating.id}
          columns={[
            { key: 'rating', header: t('staff.risk'), cell: ({ rating }) => <RiskState risk={rating} /> },
            { key: 'reason', header: t('staff.reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
            { key: 'by', header: t('staff.audit_actor'), cell: ({ by }) => <bdi>{by}</bdi> },
            {
              key: 'approved_by',
              header: t('staff.risk_approved_by'),
              cell: ({ approved_by: by }) => (by === null ? '–' : <bdi>{by}</bdi>),
            },
            { key: 'at', header: t('staff.audit_at'), cell: ({ at }) => <DateTime at={at} as="brief" /> },
          ]}
        />
      )}
    </QueryCard>
  );
}
