import { useQuery } from '@tanstack/react-query';
import type { ConnectionAdapter } from '#contract/connections/endpoints.ts';
import { portNames, type PortName } from '#contract/connections/names.ts';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { SettingRow, SettingRows } from '#web/ui/rows/SettingRow.tsx';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { nameKeyOf } from './adapter-texts.ts';
import { ConnectionLine } from './ConnectionLine.tsx';
import { connectionsQuery } from './connections-query.ts';

type Waiting = ApprovalRequestOf<'connection'> | undefined;

/** Every connection; as long as there is none, what can be connected. */
export function ConnectionsCard({ onConnect }: { onConnect: (port: PortName) => void }) {
  const t = useText();
  const list = useQuery(connectionsQuery);
  const waiting = useQuery(approvalRequestsQuery()).data?.approval_requests ?? [];
  const isAdmin = useUser()?.roles.includes('admin') ?? false;
  return (
    <QueryCard query={list} title={t('connections.title')} titled={false} flush skeleton={<SkeletonRows count={3} />}>
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
  if (kinds.length === 0) return <Nothing text={t('connections.none')} />;
  return (
    <SettingRows label={t('connections.none')}>
      {kinds.map((port) => {
        const name = t(`connections.port_${port}`);
        return (
          <SettingRow
            key={port}
            name={name}
            help={adapters
              .filter((adapter) => adapter.port === port)
              .map((adapter) => t(nameKeyOf(adapter.name)))
              .join(' · ')}
            open={onConnect && { label: `${t('connections.connect')} ${name}`, onClick: () => onConnect(port) }}
          />
        );
      })}
    </SettingRows>
  );
}
