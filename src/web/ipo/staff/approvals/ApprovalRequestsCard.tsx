import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
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
    <Card title={t('offerings.proposals')}>
      <ul className={flowStyles.stack}>
        {ended.map((approvalRequest) => (
          <li key={approvalRequest.id}>
            <ApprovalRequestLine info={info} approvalRequest={approvalRequest} />
            {approvalRequest.state !== 'open' && approvalRequest.decided_by && approvalRequest.decided_at && (
              <p className={textStyles.soft}>
                {t(`offerings.decided_${approvalRequest.state}`, { name: approvalRequest.decided_by.name })}{' '}
                <DateTime at={approvalRequest.decided_at} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
