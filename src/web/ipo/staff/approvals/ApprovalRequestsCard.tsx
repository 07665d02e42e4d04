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
        named
        columns={[
          {
            key: 'what',
            header: t('offerings.act'),
            leads: true,
            cell: (approvalRequest) => <ApprovalRequestLine info={info} approvalRequest={approvalRequest} brief />,
          },
          {
            key: 'author',
            header: t('approvals.requested_by'),
            cell: ({ proposed_by: person, proposed_at: at }) => <By name={person.name} at={at} />,
          },
          {
            key: 'decided',
            header: t('approvals.decided_by'),
            wide: true,
            cell: ({ decided_by: person, decided_at: at }) => person && at && <By name={person.name} at={at} />,
          },
          {
            key: 'state',
            header: t('ipo.state'),
            cell: ({ state }) =>
              state !== 'open' && (
                <State tone={state === 'approved' ? 'neutral' : 'negative'}>{t(`approvals.state_${state}`)}</State>
              ),
          },
        ]}
      />
    </Card>
  );
}

const By = ({ name, at }: { name: string; at: string }) => (
  <>
    <bdi>{name}</bdi>{' '}
    <span className={textStyles.soft}>
      <DateTime at={at} />
    </span>
  </>
);
