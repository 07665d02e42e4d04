import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { State } from '#web/ui/State.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { StaffOfferingInfo } from '../offering-queries.ts';
import { ApprovalRequestLine } from './ApprovalRequestLine.tsx';

/** The results of approval requests, the latest first. */
export function ApprovalRequestsCard({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const ended = info.approval_requests.filter(({ state }) => state !== 'open');
  if (ended.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<Drawing name="bell" />}
          title={t('offerings.no_approvals')}
          text={t('offerings.no_approvals_text')}
        />
      </Card>
    );
  return (
    <Card title={t('offerings.proposals')} titled={false} flush>
      <DataTable
        caption={t('offerings.proposals')}
        rows={ended}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'what',
            header: t('offerings.act'),
            leads: true,
            cell: (approvalRequest) => <ApprovalRequestLine info={info} approvalRequest={approvalRequest} />,
          },
          {
            key: 'decided',
            header: t('ipo.state'),
            bare: true,
            cell: ({ state, decided_by: person, decided_at: at }) =>
              state !== 'open' && (
                <>
                  <State tone={state === 'approved' ? 'neutral' : 'negative'}>{t(`approvals.state_${state}`)}</State>
                  {person && at && (
                    <p className={textStyles.soft}>
                      <bdi>{person.name}</bdi> · <DateTime at={at} />
                    </p>
                  )}
                </>
              ),
          },
        ]}
      />
    </Card>
  );
}
