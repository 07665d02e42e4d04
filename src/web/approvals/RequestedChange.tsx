import { limitSpans } from '#contract/staff/override-names.ts';
import type { StaffRole } from '#contract/staff/names.ts';
import type { ApprovalRequestKind } from '#contract/approvals/request-names.ts';
import type { ApprovalRequest, ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Change } from '#web/ui/tables/Change.tsx';

/** What an approval request would change for a client, in words. */
export function RequestedChange({
  approvalRequest,
}: {
  approvalRequest: Extract<
    ApprovalRequest,
    { kind: Exclude<ApprovalRequestKind, 'setting' | 'api_key' | 'payout_file' | 'connection' | 'import'> }
  >;
}) {
  const t = useText();
  const format = useFormat();
  const names = useChangeNames();
  const levelName = (level: number) => t(`staff.level_${level as 0 | 1 | 2 | 3 | 4}`);
  const rolesInWords = (roles: readonly StaffRole[]) =>
    roles.map((role) => t(`common.role_${role}`)).join(' · ') || '–';
  switch (approvalRequest.kind) {
    case 'limits':
      return <Limits approvalRequest={approvalRequest} />;
    case 'level':
      return <Change names={names} was={levelName(approvalRequest.was)} value={levelName(approvalRequest.value)} />;
    case 'risk':
      return (
        <Change
          names={names}
          was={t(`staff.risk_${approvalRequest.was ?? 'none'}`)}
          value={t(`staff.risk_${approvalRequest.value}`)}
        />
      );
    case 'tier':
      return <Tier approvalRequest={approvalRequest} />;
    case 'role':
      return (
        <>
          <Change names={names} was={rolesInWords(approvalRequest.was)} value={rolesInWords(approvalRequest.value)} />
          {approvalRequest.holds && <Alert tone="warning">{t('approvals.role_holds', approvalRequest.holds)}</Alert>}
        </>
      );
    case 'screening':
      return (
        <p>
          {format.label(t(`approvals.screening_${approvalRequest.value.decision}`))}
          <bdi>{approvalRequest.value.caption}</bdi>
        </p>
      );
    case 'staff_identity':
      return <p>{t('approvals.staff_identity_remove', { name: bidiIsolate(approvalRequest.value.provider) })}</p>;
    case 'staff_dealing':
      return <Dealing approvalRequest={approvalRequest} />;
    case 'email':
      return <Change names={names} was={<bdi>{approvalRequest.was}</bdi>} value={<bdi>{approvalRequest.value}</bdi>} />;
  }
}

function Tier({ approvalRequest: { was, value } }: { approvalRequest: ApprovalRequestOf<'tier'> }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <Change names={useChangeNames()} was={t(`common.tier_${was}`)} value={t(`common.tier_${value.tier}`)} />
      <p>{t('staff.override_until', { date: format.day(value.until) })}</p>
    </>
  );
}

function Dealing({ approvalRequest: { value } }: { approvalRequest: ApprovalRequestOf<'staff_dealing'> }) {
  const t = useText();
  const format = useFormat();
  const { scope, offering, until } = value;
  return (
    <p>
      <bdi>{offering?.name ?? t(`staff.dealing_${scope}`)}</bdi> ·{' '}
      {t('staff.override_until', { date: format.day(until) })}
    </p>
  );
}

function Limits({ approvalRequest: { key, value } }: { approvalRequest: ApprovalRequestOf<'limits'> }) {
  const t = useText();
  const format = useFormat();
  if (!value) return <p>{t('staff.override_end')}</p>;
  const { max, until } = value;
  const spans = limitSpans.map((span) => {
    const limit = value[span];
    return `${format.label(t(`staff.override_${span}`))}${limit === null ? t('payments.no_limit') : format.symbol(limit, 'USD')}`;
  });
  return (
    <>
      <p>
        {key === 'trading_accounts'
          ? `${format.label(t('staff.override_max'))}${format.number(max ?? 0)}`
          : spans.join(' · ')}
      </p>
      {until !== null && <p>{t('staff.override_until', { date: format.day(until) })}</p>}
    </>
  );
}

function useChangeNames() {
  const t = useText();
  return [t('settings.was'), t('settings.became')] as const;
}
