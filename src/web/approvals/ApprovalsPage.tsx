import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { placeOfProposal } from '#contract/approval-request-names.ts';
import type { Proposal } from '#contract/approvals.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { SettingChange } from '#web/settings/SettingChange.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { placesOf } from '#web/platform/navigation/staff-screens.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import lines from '#web/ui/Lines.module.css';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { ProposalNote } from './ApprovalRequestNote.tsx';
import { proposalsQuery } from './approvals-query.ts';
import { useProposalName } from './use-request-name.ts';

/** All that waits for a second person, each with the way to where it is shown and decided on. */
export function ProposalsPage() {
  const t = useText();
  const query = useQuery(proposalsQuery());
  return (
    <Page title={t('proposals.title')} intro={t('proposals.intro')}>
      <QueryCard query={query} title={t('proposals.waits')} flush skeleton={<SkeletonRows count={4} />}>
        {({ proposals }) =>
          proposals.length === 0 ? (
            <EmptyState icon={Users} title={t('proposals.none')} />
          ) : (
            <ul>
              {proposals.map((proposal) => (
                <ProposalLine key={proposal.id} proposal={proposal} />
              ))}
            </ul>
          )
        }
      </QueryCard>
    </Page>
  );
}

function ProposalLine({ proposal }: { proposal: Proposal }) {
  const t = useText();
  const nameOf = useProposalName();
  const user = useUser();
  // Finance decides on a setting where nobody else is there, and has no screen of settings.
  const isHere = proposal.kind === 'setting' && !(user && placesOf(user).some(({ to }) => to === '/admin/settings'));
  const { author, reason, own, may_decide: mayDecide, created_at: at, expires_at: until } = proposal;
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        <p className={lines.name}>
          {isHere ? (
            <bdi>{nameOf(proposal)}</bdi>
          ) : (
            <Go to={placeOf(proposal)}>
              <bdi>{nameOf(proposal)}</bdi>
            </Go>
          )}
          {proposal.kind === 'limits' && <Badge>{t(`staff.override_${proposal.key}`)}</Badge>}
          {own && <Badge>{t('proposals.own')}</Badge>}
          {mayDecide && <Badge tone="warning">{t('proposals.for_you')}</Badge>}
        </p>
        <p>
          <bdi>{reason}</bdi>
        </p>
        <p className={lines.facts}>
          <bdi>{author}</bdi>
          <When at={at} />
          <span>
            <When at={until} within="proposals.lapses" />
          </span>
        </p>
        {isHere && (
          <ProposalNote proposal={proposal}>
            <SettingChange settingKey={proposal.key} was={proposal.was} value={proposal.value} />
          </ProposalNote>
        )}
      </div>
    </li>
  );
}

const placeOf = (proposal: Proposal) =>
  placeOfProposal(proposal.client ? { kind: proposal.kind, clientId: proposal.client.id } : proposal);
