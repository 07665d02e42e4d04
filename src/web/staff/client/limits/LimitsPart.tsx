import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limitSpans, overrideKinds, type OverrideKind } from '#contract/staff/override-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import type { ClientOverrides } from '#contract/staff/overrides.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { RequestedChange } from '#web/approvals/RequestedChange.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { SettingRow, SettingRows } from '#web/ui/rows/SettingRow.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Client.module.css';
import { EndOverrideDialog } from './EndOverrideDialog.tsx';
import { mayGuard } from '../may.ts';
import { OverrideDialog } from './OverrideDialog.tsx';
import { RestrictionsCard } from './RestrictionsCard.tsx';

/** The operator's limits for this client, and beside them the client's own. */
export function LimitsPart({ client }: { client: StaffClient }) {
  const t = useText();
  const overrides = useQuery({
    queryKey: ['clients', 'overrides', client.id],
    queryFn: () => call('POST /api/staff/clients/overrides', { body: { client_id: client.id } }),
  });
  const [open, setOpen] = useState<{ kind: OverrideKind; action: 'set' | 'end' }>();
  const close = () => setOpen(undefined);
  return (
    <div className={styles.stack}>
      {overrides.data && <RestrictionsCard client={client} found={overrides.data} />}
      <QueryCard
        query={overrides}
        title={t('staff.part_limits')}
        titled={false}
        flush
        skeleton={<SkeletonRows count={8} />}
      >
        {(found) => (
          <>
            <SettingRows>
              {overrideKinds.map((kind) => (
                <KindState
                  key={kind}
                  client={client}
                  kind={kind}
                  found={found}
                  onOpen={(action) => setOpen({ kind, action })}
                />
              ))}
            </SettingRows>
            {open?.action === 'set' && (
              <OverrideDialog client={client} kind={open.kind} found={found} onClose={close} />
            )}
            {open?.action === 'end' && <EndOverrideDialog client={client} kind={open.kind} onClose={close} />}
          </>
        )}
      </QueryCard>
    </div>
  );
}

interface KindStateProps {
  client: StaffClient;
  kind: OverrideKind;
  found: ClientOverrides;
  onOpen: (action: 'set' | 'end') => void;
}

/** What is special about one kind of limit, and what can be done about it. */
function KindState({ client, kind, found, onOpen }: KindStateProps) {
  const t = useText();
  const user = useSignedIn();
  const waiting = useQuery(approvalRequestsQuery(client.id)).data?.approval_requests;
  const approvalRequest = waiting?.find((each) => each.kind === 'limits' && each.key === kind);
  const maySet = mayGuard(user) && client.id !== user.id;
  const { own } = found[kind];
  const isClosed = kind !== 'trading_accounts' && !found[kind].allowed;
  return (
    <SettingRow
      name={t(`staff.override_${kind}`)}
      help={
        kind === 'trading_accounts'
          ? t('staff.override_accounts_open', { count: found[kind].open })
          : isClosed && t('staff.override_not_allowed')
      }
      value={<Limits found={found} kind={kind} />}
      more={
        own && (
          <>
            <Noted own={own} />
            {maySet && (
              <Button size="small" onClick={() => onOpen('end')}>
                {t('staff.override_end')}
              </Button>
            )}
          </>
        )
      }
      note={
        approvalRequest?.kind === 'limits' && (
          <ApprovalRequestNote approvalRequest={approvalRequest}>
            <RequestedChange approvalRequest={approvalRequest} />
          </ApprovalRequestNote>
        )
      }
      open={maySet ? { label: t(`staff.override_set_${kind}`), onClick: () => onOpen('set') } : undefined}
    />
  );
}

/** The client's own limit with the operator's under it, or the operator's: in each span of time, or of accounts at once. */
function Limits({ found, kind }: Pick<KindStateProps, 'found' | 'kind'>) {
  const t = useText();
  const format = useFormat();
  if (kind === 'trading_accounts') {
    const { own, operator_default: operatorDefault } = found[kind];
    return <Limit own={own && format.number(own.max)} operatorDefault={format.number(operatorDefault)} />;
  }
  const { own, operator_default: operatorDefault } = found[kind];
  const money = (usd: string | null) => (usd === null ? t('payments.no_limit') : format.symbol(usd, 'USD'));
  return (
    <DescriptionList
      facts
      items={limitSpans.map((span) => ({
        term: t(`staff.override_${span}`),
        details: <Limit own={own && money(own[span])} operatorDefault={money(operatorDefault[span])} />,
      }))}
    />
  );
}

function Limit({ own, operatorDefault }: { own: string | null; operatorDefault: string }) {
  const t = useText();
  const format = useFormat();
  if (own === null) return <bdi>{operatorDefault}</bdi>;
  return (
    <>
      <b>
        <bdi>{own}</bdi>
      </b>
      <p className={textStyles.soft}>
        {format.label(t('staff.override_operator'))} <bdi>{operatorDefault}</bdi>
      </p>
    </>
  );
}

/** Why, by whom, when, and until when. */
function Noted({ own }: { own: Omit<NonNullable<ClientOverrides['trading_accounts']['own']>, 'max'> }) {
  const t = useText();
  const format = useFormat();
  return (
    <div>
      <p>
        <State tone="warning">
          {own.until === null
            ? t('staff.override_for_good')
            : t('staff.override_until', { date: format.day(own.until) })}
        </State>{' '}
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
