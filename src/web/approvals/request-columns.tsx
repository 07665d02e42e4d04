import { pathOfApprovalRequest } from '#contract/approvals/request-names.ts';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { SettingChange } from '#web/settings/SettingChange.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useStaffScreens } from '#web/platform/navigation/staff-screens.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { ApprovalRequestNote } from './ApprovalRequestNote.tsx';
import { isStep } from './approvals-query.ts';
import { BankFileRequest } from './BankFileRequest.tsx';
import { ConnectionRequest } from './ConnectionRequest.tsx';
import { ImportRequest } from './ImportRequest.tsx';
import { RequestedChange } from './RequestedChange.tsx';
import { StepContent } from './StepContent.tsx';
import { useRequestName } from './use-request-name.ts';

/** Requests with what each would change and why, by whom, and how it ended. */
export function useRequestColumns(): Column<ApprovalRequest>[] {
  const t = useText();
  return [
    { key: 'subject', header: t('staff.subject'), cell: (request) => <Subject approvalRequest={request} /> },
    { key: 'details', header: t('staff.facts'), bare: true, cell: (request) => <Details approvalRequest={request} /> },
    {
      key: 'author',
      header: t('payments.maker'),
      cell: ({ author, created_at: at }) => (
        <>
          <bdi>{author}</bdi> · <DateTime at={at} />
        </>
      ),
    },
    { key: 'state', header: t('payments.state'), bare: true, cell: (request) => <State approvalRequest={request} /> },
  ];
}

/** Finance decides on a setting when no other person can, and has no screen of settings. */
function useIsHere({ kind }: ApprovalRequest): boolean {
  const staffScreens = useStaffScreens(useUser());
  return kind === 'setting' && !staffScreens.some(({ to }) => to === '/admin/settings');
}

function Subject({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const t = useText();
  const name = <bdi>{useRequestName()(approvalRequest)}</bdi>;
  return (
    <>
      {useIsHere(approvalRequest) ? name : <Link to={pathOf(approvalRequest)}>{name}</Link>}{' '}
      {approvalRequest.kind === 'limits' && <Badge>{t(`staff.override_${approvalRequest.key}`)}</Badge>}
    </>
  );
}

function Details({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const { reason } = approvalRequest;
  const isHere = useIsHere(approvalRequest);
  if (!isHere || approvalRequest.decision || approvalRequest.kind !== 'setting')
    return (
      <>
        <Content approvalRequest={approvalRequest} />
        {reason && (
          <p>
            <bdi>{reason}</bdi>
          </p>
        )}
      </>
    );
  const { key, was, value } = approvalRequest;
  return (
    <ApprovalRequestNote approvalRequest={approvalRequest}>
      <SettingChange settingKey={key} was={was} value={value} />
    </ApprovalRequestNote>
  );
}

/** Who decides and until when, or how it ended. */
function State({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const t = useText();
  const { own, may_decide: mayDecide, decision, expires_at: until } = approvalRequest;
  if (decision) return <Decision decision={decision} />;
  return (
    <div className={lines.facts}>
      {own && <Badge>{t('approvals.own_request')}</Badge>}
      {mayDecide && <Badge tone="warning">{t('approvals.for_you')}</Badge>}
      {until && (
        <span>
          <DateTime at={until} within="approvals.lapses" />
        </span>
      )}
    </div>
  );
}

/** What it would change, or has changed; of an open setting only where it is decided on. */
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
