import { Users } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from '../Stack.module.css';
import type { DeskInfo } from './offering-queries.ts';
import { ProposalLine } from './ApprovalRequestLine.tsx';

/** What became of proposals, the latest first. */
export function ProposalsCard({ info }: { info: DeskInfo }) {
  const t = useText();
  const ended = info.proposals.filter(({ decision }) => decision !== null);
  if (ended.length === 0)
    return (
      <Card title={t('offerings.proposals')} flush>
        <EmptyState icon={Users} title={t('offerings.no_proposals')} text={t('offerings.no_proposals_text')} />
      </Card>
    );
  return (
    <Card title={t('offerings.proposals')}>
      <ul className={styles.stack}>
        {ended.map((proposal) => (
          <li key={proposal.id}>
            <ProposalLine info={info} proposal={proposal} />
            {proposal.decision && proposal.decided_by && proposal.decided_at && (
              <p className={styles.soft}>
                {t(`offerings.decided_${proposal.decision}`, { name: proposal.decided_by.name })}{' '}
                <When at={proposal.decided_at} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
