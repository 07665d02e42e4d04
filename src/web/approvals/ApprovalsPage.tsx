import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { pathOfApprovalRequest } from '#contract/approvals/request-names.ts';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { SettingChange } from '#web/settings/SettingChange.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { staffScreensOf } from '#web/platform/navigation/staff-screens.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ApprovalRequestNote } from './ApprovalRequestNote.tsx';
import { approvalRequestsQuery } from './approvals-query.ts';
import { useRequestName } from './use-request-name.ts';

/** All that waits for a second person, each with a link to the screen where it is shown and decided. */
export function ApprovalsPage() {
  const t = useText();
  const query = useQuery(approvalRequestsQuery());
  return (
    <Page title={t('approvals.title')} intro={t('approvals.intro')}>
      <QueryCard query={query} title={t('approvals.waits')} flush skeleton={<SkeletonRows count={4} />}>
        {({ approval_requests: approvalRequests }) =>
          approvalRequests.length === 0 ? (
            <EmptyState icon={Users} title={t('approvals.none')} />
          ) : (
            <ul>
              {approvalRequests.map((approvalRequest) => (
                <ApprovalRequestLine key={approvalRequest.id} approvalRequest={approvalRequest} />
              ))}
            </ul>
          )
        }
      </QueryCard>
    </Page>
  );
}

function ApprovalRequestLine({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const t = useText();
  const nameOf = useRequestName();
  const user = useUser();
  // Finance decides on a setting when no other person can, and has no screen of settings.
  const isHere =
    approvalRequest.kind === 'setting' && !(user && staffScreensOf(user).some(({ to }) => to === '/admin/settings'));
  const { author, reason, own, may_decide: mayDecide, created_at: at, expires_at: until } = approvalRequest;
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        <p className={lines.name}>
          {isHere ? (
            <bdi>{nameOf(approvalRequest)}</bdi>
          ) : (
            <Link to={pathOf(approvalRequest)}>
              <bdi>{nameOf(approvalRequest)}</bdi>
            </Link>
          )}
          {approvalRequest.kind === 'limits' && <Badge>{t(`staff.override_${approvalRequest.key}`)}</Badge>}
          {own && <Badge>{t('approvals.own_request')}</Badge>}
          {mayDecide && <Badge tone="warning">{t('approvals.for_you')}</Badge>}
        </p>
        <p>
          <bdi>{reason}</bdi>
        </p>
        <p className={lines.facts}>
          <bdi>{author}</bdi>
          <DateTime at={at} />
          <span>
            <DateTime at={until} within="approvals.lapses" />
          </span>
        </p>
        {isHere && (
          <ApprovalRequestNote approvalRequest={approvalRequest}>
            <SettingChange settingKey={approvalRequest.key} was={approvalRequest.was} value={approvalRequest.value} />
          </ApprovalRequestNote>
        )}
      </div>
    </li>
  );
}

const pathOf = (approvalRequest: ApprovalRequest) =>
  pathOfApprovalRequest(
    approvalRequest.client ? { kind: approvalRequest.kind, clientId: approvalRequest.client.id } : approvalRequest,
  );
