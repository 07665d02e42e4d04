import { useQuery } from '@tanstack/react-query';
import { Cable } from 'lucide-react';
import type { ConnectionAdapter } from '#contract/connections/endpoints.ts';
import { portNames, type PortName } from '#contract/connections/names.ts';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { nameKeyOf } from './adapter-texts.ts';
import { ConnectionLine } from './ConnectionLine.tsx';
import { connectionsQuery } from './connections-query.ts';

type Waiting = ApprovalRequestOf<'connection'> | undefined;

/** Every connection; as long as there is none, what can be connected. */
export function ConnectionsCard({ onConnect }: { onConnect: (port: PortName) => void }) {
  const list = useQuery(connectionsQuery);
  const waiting = useQuery(approvalRequestsQuery()).data?.approval_requests ?? [];
  const isAdmin = useUser()?.roles.includes('admin') ?? false;
  return (
    <QueryCard query={list} flush skeleton={<SkeletonRows count={3} />}>
      {({ connections, adapters }) =>
        connections.length === 0 ? (
          <Kinds adapters={adapters} onConnect={isAdmin ? onConnect : undefined} />
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

interface KindsProps {
  adapters: readonly ConnectionAdapter[];
  onConnect: ((port: PortName) => void) | undefined;
}

/** Each kind of provider with those that can be connected. */
function Kinds({ adapters, onConnect }: KindsProps) {
  const t = useText();
  const kinds = portNames.filter((port) => adapters.some((adapter) => adapter.port === port));
  if (kinds.length === 0) return <EmptyState icon={Cable} title={t('connections.none')} />;
  return (
    <Rows label={t('connections.none')}>
      {kinds.map((port) => (
        <Row
          key={port}
          icon={<Cable {...icon} />}
          name={t(`connections.port_${port}`)}
          more={adapters
            .filter((adapter) => adapter.port === port)
            .map(({ name }) => t(nameKeyOf(name)))
            .join(' · ')}
          acts={
            onConnect && (
              <Button size="small" onClick={() => onConnect(port)}>
                {t('connections.connect')} <VisuallyHidden>{t(`connections.port_${port}`)}</VisuallyHidden>
              </Button>
            )
          }
        />
      ))}
    </Rows>
  );
}
