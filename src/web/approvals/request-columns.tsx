import { pathOfApprovalRequest } from '#contract/approvals/request-names.ts';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { SettingRequest } from '#web/settings/SettingRequest.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useStaffScreens } from '#web/platform/navigation/staff-screens.ts';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime, RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { State } from '#web/ui/State.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { isDecidedElsewhere, isStep } from './approvals-query.ts';
import styles from './Approvals.module.css';
import { BankFileRequest } from './BankFileRequest.tsx';
import { ConnectionRequest } from './ConnectionRequest.tsx';
import { ImportRequest } from './ImportRequest.tsx';
import { KeyRequest } from './KeyRequest.tsx';
import { RequestActions } from './RequestActions.tsx';
import { RequestedChange } from './RequestedChange.tsx';
import { StepContent } from './StepContent.tsx';
import { useRequestName } from './use-request-name.ts';

/** Requests with what each would change and why, by whom, and what can be done about it or how it ended. */
export function useRequestColumns(): Column<ApprovalRequest>[] {
  const t = useText();
  return [
    { key: 'subject', header: t('staff.subject'), cell: (request) => <Subject approvalRequest={request} /> },
    { key: 'details', header: t('staff.facts'), bare: true, cell: (request) => <Content approvalRequest={request} /> },
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      beside: true,
      cell: (request) =>
        isOfMoney(request) && (
          <strong>
            <Moved request={request} />
          </strong>
        ),
    },
    {
      key: 'author',
      header: t('payments.maker'),
      wide: true,
      cell: ({ author, created_at: at }) => (
        <div className={styles.author}>
          <p>
            <bdi>{author}</bdi>
          </p>
          <p className={textStyles.soft}>
            <RelativeTime at={at} />
          </p>
        </div>
      ),
    },
    {
      key: 'state',
      header: t('payments.state'),
      bare: true,
      cell: (request) => <RequestState approvalRequest={request} />,
    },
  ];
}

/** Money of one client moves by it. */
const isOfMoney = (request: ApprovalRequest): request is Extract<ApprovalRequest, { kind: 'payment' | 'transfer' }> =>
  request.kind === 'payment' || request.kind === 'transfer';

/** A withdrawal with its sign, as in the list of payments. An adjustment does not say here which way it goes. */
function Moved({ request: { value } }: { request: Extract<ApprovalRequest, { kind: 'payment' | 'transfer' }> }) {
  const { amount, currency } = value;
  const kind = 'kind' in value ? value.kind : undefined;
  if (kind !== 'withdrawal' && kind !== 'deposit') return <Sum amount={amount} currency={currency} />;
  return <Flow amount={kind === 'withdrawal' ? `-${amount}` : amount} currency={currency} />;
}

/** Finance decides on a setting when no other person can, and has no screen of settings to be led to. */
function useHasScreen({ kind }: ApprovalRequest): boolean {
  const staffScreens = useStaffScreens(useUser());
  return kind !== 'setting' || staffScreens.some(({ to }) => to === '/admin/settings');
}

/** What it is about, and why it was requested. */
function Subject({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const t = useText();
  const nameOf = useRequestName();
  // What is decided on a client's money stands beside.
  const name = <bdi>{isOfMoney(approvalRequest) ? approvalRequest.client.name : nameOf(approvalRequest)}</bdi>;
  return (
    <>
      {useHasScreen(approvalRequest) ? <Link to={pathOf(approvalRequest)}>{name}</Link> : name}{' '}
      {approvalRequest.kind === 'limits' && <Badge>{t(`staff.override_${approvalRequest.key}`)}</Badge>}
      {approvalRequest.reason && (
        <p className={cx(textStyles.soft, textStyles.wide)}>
          <bdi>{approvalRequest.reason}</bdi>
        </p>
      )}
    </>
  );
}

/** What to do about it and until when, or how it ended. */
function RequestState({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const t = useText();
  const { own, may_decide: mayDecide, decision, expires_at: until } = approvalRequest;
  if (decision) return <Decision decision={decision} />;
  const isElsewhere = isDecidedElsewhere(approvalRequest);
  return (
    <>
      {isElsewhere && mayDecide && <State tone="warning">{t('approvals.for_you')}</State>}
      {isElsewhere && own && <State tone="others">{t('approvals.own_request')}</State>}
      {!own && !mayDecide && <span className={textStyles.soft}>{t('approvals.other_role')}</span>}
      {!isElsewhere && (
        <RequestActions approvalRequest={approvalRequest}>
          <Content approvalRequest={approvalRequest} />
        </RequestActions>
      )}
      {until && (
        <p className={textStyles.soft}>
          <DateTime at={until} within="approvals.lapses" />
        </p>
      )}
    </>
  );
}

/** All of what it would change, or has changed. */
function Content({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  if (isStep(approvalRequest)) return <StepContent request={approvalRequest} />;
  if (approvalRequest.kind === 'payout_file') return <BankFileRequest approvalRequest={approvalRequest} />;
  if (approvalRequest.kind === 'connection') return <ConnectionRequest approvalRequest={approvalRequest} />;
  if (approvalRequest.kind === 'import') return <ImportRequest approvalRequest={approvalRequest} />;
  if (approvalRequest.kind === 'api_key') return <KeyRequest approvalRequest={approvalRequest} />;
  if (approvalRequest.kind === 'setting') return <SettingRequest approvalRequest={approvalRequest} />;
  return <RequestedChange approvalRequest={approvalRequest} />;
}

function Decision({ decision }: { decision: NonNullable<ApprovalRequest['decision']> }) {
  const t = useText();
  const { state, by, at, note, same_network: isSameNetwork, overrule } = decision;
  return (
    <p className={lines.facts}>
      <State>{t(`approvals.state_${state}`)}</State>
      {by !== null && <bdi>{by}</bdi>}
      <DateTime at={at} as="brief" />
      {note !== null && <bdi>{note}</bdi>}
      {isSameNetwork && <span>{t('payments.same_network')}</span>}
      {overrule !== null && <bdi>{overrule}</bdi>}
    </p>
  );
}

/** Where it is decided, or shown with what it changes. */
export const pathOf = (request: ApprovalRequest) =>
  pathOfApprovalRequest(
    request.client && !isStep(request) && request.kind !== 'screening'
      ? { kind: request.kind, clientId: request.client.id }
      : request,
  );
