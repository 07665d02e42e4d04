import { limitSpans } from '#contract/override-names.ts';
import type { StaffRole } from '#contract/staff-names.ts';
import type { Proposal, ProposalOf } from '#contract/approvals.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isolated } from '#web/platform/i18n/bidi-isolate.ts';
import { Alert } from '#web/ui/Alert.tsx';

/** What a proposal would change for a client, in words. */
export function ProposedChange({ proposal }: { proposal: Extract<Proposal, { client: object }> }) {
  const t = useText();
  const levelName = (level: number) => t(`staff.level_${level as 0 | 1 | 2 | 3 | 4}`);
  const rolesInWords = (roles: readonly StaffRole[]) =>
    roles.map((role) => t(`common.role_${role}`)).join(' · ') || '–';
  switch (proposal.kind) {
    case 'limits':
      return <Limits proposal={proposal} />;
    case 'level':
      return <p>{t('proposals.change', { was: levelName(proposal.was), value: levelName(proposal.value) })}</p>;
    case 'role':
      return (
        <>
          <p>{t('proposals.change', { was: rolesInWords(proposal.was), value: rolesInWords(proposal.value) })}</p>
          {proposal.holds && <Alert tone="warning">{t('proposals.role_holds', proposal.holds)}</Alert>}
        </>
      );
    case 'staff_dealing':
      return <Dealing proposal={proposal} />;
    case 'email':
      return <p>{t('proposals.change', { was: isolated(proposal.was), value: isolated(proposal.value) })}</p>;
  }
}

function Dealing({ proposal: { value } }: { proposal: ProposalOf<'staff_dealing'> }) {
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

function Limits({ proposal: { key, value } }: { proposal: ProposalOf<'limits'> }) {
  const t = useText();
  const format = useFormat();
  if (!value) return <p>{t('staff.override_end')}</p>;
  const { most, until } = value;
  const spans = limitSpans.map((span) => {
    const limit = value[span];
    return `${t(`staff.override_${span}`)}: ${limit === null ? t('payments.no_limit') : format.money(limit, 'USD')}`;
  });
  return (
    <>
      <p>
        {key === 'trading_accounts' ? `${t('staff.override_most')}: ${format.number(most ?? 0)}` : spans.join(' · ')}
      </p>
      {until !== null && <p>{t('staff.override_until', { date: format.day(until) })}</p>}
    </>
  );
}
