import { useQuery } from '@tanstack/react-query';
import { Cable } from 'lucide-react';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ConnectionLine } from './ConnectionLine.tsx';
import { connectionsQuery } from './connections-query.ts';

type Waiting = ApprovalRequestOf<'connection'> | undefined;

/** Every connection. */
export function ConnectionsCard() {
  const t = useText();
  const list = useQuery(connectionsQuery);
  const waiting = useQuery(approvalRequestsQuery()).data?.approval_requests ?? [];
  const isAdmin = useUser()?.roles.includes('admin') ?? false;
  return (
    <QueryCard query={list} flush skeleton={<SkeletonRows count={3} />}>
      {({ connections, adapters }) =>
        connections.length === 0 ? (
          <EmptyState icon={Cable} title={t('connections.none')} text={t('connections.none_text')} />
        ) : (
          <ul>
            {connections.map((subject) => (
              <ConnectionLine
                key={subject.id}
                subject={subject}
                adapter={adapters.find(({ name }) => name === subject.adapter)}
                isAdmin={isAdmin}
                approvalRequest={
                  waiting.find((each) => each.kind === 'connection' && each.key === subject.id) as Waiting
                }
              />
            ))}
          </ul>
        )
      }
    </QueryCard>
  );
}
