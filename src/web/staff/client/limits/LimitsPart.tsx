import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limitSpans, type OverrideKind } from '#contract/staff/override-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import type { ClientOverrides } from '#contract/staff/overrides.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { RequestedChange } from '#web/approvals/RequestedChange.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Client.module.css';
import { EndOverrideDialog } from './EndOverrideDialog.tsx';
import { mayGuard } from '../may.ts';
import { OverrideDialog } from './OverrideDialog.tsx';
import { RestrictionsCard } from './RestrictionsCard.tsx';

interface Line {
  name: string;
  operatorDefault: string;
  own: string | null;
}

/** The operator's limits for this client, and beside them the client's own. */
export function LimitsPart({ client }: { client: StaffClient }) {
  const overrides = useQuery({
    queryKey: ['clients', 'overrides', client.id],
    queryFn: () => call('POST /api/staff/clients/overrides', { body: { client_id: client.id } }),
  });
  return (
    <div className={styles.stack}>
      {overrides.data && <RestrictionsCard client={client} found={overrides.data} />}
      {(['deposit', 'withdrawal', 'trading_accounts'] as const).map((kind) => (
        <KindCard key={kind} client={client} kind={kind} query={overrides} />
      ))}
    </div>
  );
}

interface KindCardProps {
  client: StaffClient;
  kind: OverrideKind;
  query: ReturnType<typeof useQuery<ClientOverrides>>;
}

function KindCard({ client, kind, query }: KindCardProps) {
  const t = useText();
  const user = useSignedIn();
  const linesOf = useLines();
  const waiting = useQuery(approvalRequestsQuery(client.id)).data?.approval_requests;
  const approvalRequest = waiting?.find((each) => each.kind === 'limits' && each.key === kind);
  const [action, setAction] = useState<'set' | 'end' | null>(null);
  const maySet = mayGuard(user) && client.id !== user.id;
  const close = () => setAction(null);
  return (
    <QueryCard query={query} title={t(`staff.override_${kind}`)} skeleton={<SkeletonRows count={3} />}>
      {(found) => {
        const { own } = found[kind];
        const isClosed = kind !== 'trading_accounts' && !found[kind].allowed;
        return (
          <div className={styles.form}>
            {isClosed && <p>{t('staff.override_not_allowed')}</p>}
            <DataTable
              caption={t(`staff.override_${kind}`)}
              rows={linesOf(found, kind)}
              rowKey={({ name }) => name}
              columns={[
                { key: 'name', header: t('staff.override_limit'), cell: ({ name }) => name },
                {
                  key: 'operator_default',
                  header: t('staff.override_operator'),
                  numeric: true,
                  cell: ({ operatorDefault }) => <bdi>{operatorDefault}</bdi>,
                },
                {
                  key: 'own',
                  header: t('staff.override_own'),
                  numeric: true,
                  cell: ({ own: limit }) => <bdi>{limit ?? '–'}</bdi>,
                },
              ]}
            />
            {own && <Noted own={own} />}
            {approvalRequest?.kind === 'limits' && (
              <ApprovalRequestNote approvalRequest={approvalRequest}>
                <RequestedChange approvalRequest={approvalRequest} />
              </ApprovalRequestNote>
            )}
            {maySet && (
              <div className={styles.acts}>
                <Button onClick={() => setAction('set')}>{t(`staff.override_set_${kind}`)}</Button>
                {own && <Button onClick={() => setAction('end')}>{t('staff.override_end')}</Button>}
              </div>
            )}
            {action === 'set' && <OverrideDialog client={client} kind={kind} found={found} onClose={close} />}
            {action === 'end' && <EndOverrideDialog client={client} kind={kind} onClose={close} />}
          </div>
        );
      }}
    </QueryCard>
  );
}

/** Why, by whom, when, and until when. */
function Noted({ own }: { own: Omit<NonNullable<ClientOverrides['trading_accounts']['own']>, 'max'> }) {
  const t = useText();
  const format = useFormat();
  return (
    <div>
      <p>
        <Badge tone="warning">
          {own.until === null
            ? t('staff.override_for_good')
            : t('staff.override_until', { date: format.day(own.until) })}
        </Badge>{' '}
        <span dir="auto">{own.reason}</span>
      </p>
      <p className={textStyles.soft}>
        {own.by && (
          <>
            <bdi>{own.by}</bdi> ·{' '}
          </>
        )}
        <DateTime at={own.at} />
      </p>
    </div>
  );
}

function useLines() {
  const t = useText();
  const format = useFormat();
  const money = (usd: string | null) => (usd === null ? t('payments.no_limit') : format.money(usd, 'USD'));
  return (found: ClientOverrides, kind: OverrideKind): Line[] => {
    if (kind === 'trading_accounts') {
      const { operator_default: settings, own, open } = found[kind];
      const name = t('staff.override_accounts_open', { count: open });
      return [{ name, operatorDefault: format.number(settings), own: own && format.number(own.max) }];
    }
    const { operator_default: operatorDefault, own } = found[kind];
    return limitSpans.map((span) => ({
      name: t(`staff.override_${span}`),
      operatorDefault: money(operatorDefault[span]),
      own: own && money(own[span]),
    }));
  };
}
