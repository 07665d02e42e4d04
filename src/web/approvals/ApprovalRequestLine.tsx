import { pathOfApprovalRequest } from '#contract/approvals/request-names.ts';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { SettingChange } from '#web/settings/SettingChange.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useStaffScreens } from '#web/platform/navigation/staff-screens.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { ApprovalRequestNote } from './ApprovalRequestNote.tsx';
import { isStep } from './approvals-query.ts';
import { BankFileRequest } from './BankFileRequest.tsx';
import { ConnectionRequest } from './ConnectionRequest.tsx';
import { ImportRequest } from './ImportRequest.tsx';
import { RequestedChange } from './RequestedChange.tsx';
import { StepContent } from './StepContent.tsx';
import { useRequestName } from './use-request-name.ts';

/** A request with what it would change, by whom, and how it ended. */
export function ApprovalRequestLine({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const t = useText();
  const name = useRequestName()(approvalRequest);
  const staffScreens = useStaffScreens(useUser());
  // Finance decides on a setting when no other person can, and has no screen of settings.
  const isHere = approvalRequest.kind === 'setting' && !staffScreens.some(({ to }) => to === '/admin/settings');
  const { author, reason, own, decision, created_at: at, expires_at: until } = approvalRequest;
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        <p className={lines.name}>
          {isHere ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={pathOf(approvalRequest)}>
              <bdi>{name}</bdi>
            </Link>
          )}
          {approvalRequest.kind === 'limits' && <Badge>{t(`staff.override_${approvalRequest.key}`)}</Badge>}
          {own && <Badge>{t('approvals.own_request')}</Badge>}
          {approvalRequest.may_decide && <Badge tone="warning">{t('approvals.for_you')}</Badge>}
        </p>
        <Content approvalRequest={approvalRequest} />
        {reason && (
          <p>
            <bdi>{reason}</bdi>
          </p>
        )}
        <p className={lines.facts}>
          <bdi>{author}</bdi>
          <DateTime at={at} />
          {until && !decision && (
            <span>
              <DateTime at={until} within="approvals.lapses" />
            </span>
          )}
        </p>
        {decision && <Decision decision={decision} />}
        {isHere && !decision && (
          <ApprovalRequestNote approvalRequest={approvalRequest}>
            <SettingChange settingKey={approvalRequest.key} was={approvalRequest.was} value={approvalRequest.value} />
          </ApprovalRequestNote>
        )}
      </div>
    </li>
  );
}

/** What it would change, or has changed. The note of an open setting shows that itself. */
function Content({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  if (isStep(approvalRequest)) return <StepContent request={approvalRequest} />;
  if (approvalRequest.kind === 'payout_file') return <BankFileRequest approvalRequest={approvalRequest} />;
  if (approvalRequest.kind === 'connection') return <ConnectionRequest approvalRequest={approvalRequest} />;
  if (approvalRequest.kind === 'import') return <ImportRequest approvalRequest={approvalRequest} />;
  if (approvalRequest.client) return <RequestedChange approvalRequest={approvalRequest} />;
  if (approvalRequest.kind === 'setting' && approvalRequest.decision) {
    const { key, was, value } = approvalRequest;
    return <SettingChange settingKey={key} was={was} value={value} />;
  }
  return null;
}

function Decision({ decision }: { decision: NonNullable<ApprovalRequest['decision']> }) {
  const t = useText();
  const { state, by, at, note, same_network: isSameNetwork, overrule } = decision;
  return (
    <p className={lines.facts}>
      <Badge tone={state === 'approved' ? 'positive' : 'neutral'}>{t(`approvals.state_${state}`)}</Badge>
      {by !== null && <bdi>{by}</bdi>}
      <DateTime at={at} />
      {note !== null && <bdi>{note}</bdi>}
      {isSameNetwork && <span>{t('payments.same_network')}</span>}
      {overrule !== null && <bdi>{overrule}</bdi>}
    </p>
  );
}

const pathOf = (request: ApprovalRequest) =>
  pathOfApprovalRequest(
    request.client && !isStep(request) && request.kind !== 'screening'
      ? { kind: request.kind, clientId: request.client.id }
      : request,
  );
