import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { ApplicationState } from '#web/ipo/application/ApplicationState.tsx';
import { PaymentState } from '#web/payments/PaymentState.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { TabsEnd } from '#web/ui/layout/Tabs.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { auditQuery } from '../audit/audit-query.ts';
import { useAuditColumns } from '../audit/audit-columns.tsx';
import { WriteDialog } from './actions/WriteDialog.tsx';
import { maySeeMoney } from './may.ts';
import { PartCard, partQuery } from './PartCard.tsx';
import { SharesCard } from './SharesCard.tsx';
import styles from './Client.module.css';

export function PaymentsPart({ id }: { id: string }) {
  const t = useText();
  const opens = maySeeMoney(useSignedIn());
  return (
    <PartCard
      title={t('staff.part_payments')}
      whole
      query={partQuery('payments', id, (body) => call('POST /api/staff/clients/payments', { body }))}
      save={() => download('GET /api/staff/clients/payments/file', { query: { client_id: id } })}
      columns={[
        {
          key: 'what',
          header: t('payments.request'),
          leads: true,
          cell: ({ id: payment, number, kind }) => {
            const name = (
              <>
                {t(`payments.kind_${kind}`)} <RecordNumber value={number} />
              </>
            );
            return opens ? <Link to={`/admin/money/${payment}`}>{name}</Link> : name;
          },
        },
        {
          key: 'state',
          header: t('staff.state'),
          cell: ({ state }) => <PaymentState state={state} reader="staff" />,
        },
        {
          key: 'method',
          header: t('payments.method'),
          bare: true,
          once: ({ method }) => method ?? '',
          cell: ({ method }) => method && t(`payments.method_${method}`),
        },
        {
          key: 'at',
          header: t('staff.audit_at'),
          bare: true,
          cell: ({ at }) => <DateTime at={at} as="brief" />,
        },
        {
          key: 'amount',
          header: t('payments.amount'),
          numeric: true,
          // The list does not say whether an adjustment gives or takes.
          cell: ({ kind, amount, currency }) =>
            kind === 'adjustment' ? (
              <Sum amount={amount} currency={currency} />
            ) : (
              <Flow amount={kind === 'withdrawal' ? `-${amount}` : amount} currency={currency} />
            ),
        },
      ]}
    />
  );
}

/** The client's shares and applications. */
export function IpoPart({ id }: { id: string }) {
  return (
    <div className={styles.stack}>
      <SharesCard id={id} />
      <ApplicationsCard id={id} />
    </div>
  );
}

function ApplicationsCard({ id }: { id: string }) {
  const t = useText();
  const format = useFormat();
  return (
    <PartCard
      title={t('ipo.applications')}
      even
      query={partQuery('applications', id, (body) => call('POST /api/staff/clients/applications', { body }))}
      save={() => download('GET /api/staff/clients/applications/file', { query: { client_id: id } })}
      columns={[
        {
          key: 'ticker',
          header: t('ipo.offering'),
          cell: ({ offering_id, ticker }) => (
            <Link to={`/admin/ipo/${offering_id}`}>
              <bdi>{ticker}</bdi>
            </Link>
          ),
        },
        {
          key: 'state',
          header: t('staff.state'),
          cell: ({ state }) => <ApplicationState state={state} reader="staff" />,
        },
        {
          key: 'at',
          header: t('staff.audit_at'),
          bare: true,
          cell: ({ at }) => <DateTime at={at} as="brief" />,
        },
        {
          key: 'quantity',
          header: t('staff.shares'),
          numeric: true,
          labelled: true,
          cell: ({ quantity }) => format.number(quantity),
        },
        {
          key: 'allotted',
          header: t('ipo.allotted'),
          numeric: true,
          wide: true,
          cell: ({ allotted_quantity: allotted }) => (allotted === null ? '–' : format.number(allotted)),
        },
        {
          key: 'number',
          header: t('staff.number'),
          numeric: true,
          bare: true,
          cell: ({ number }) => <RecordNumber value={number} />,
        },
      ]}
    />
  );
}

export function TicketsPart({ client }: { client: StaffClient }) {
  const t = useText();
  const { id, full_name: name } = client;
  const user = useSignedIn();
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <PartCard
        act={
          id === user.id ? undefined : (
            <Button variant="primary" onClick={() => setIsWriting(true)}>
              {t('staff.act_write')}
            </Button>
          )
        }
        title={t('staff.part_tickets')}
        whole
        query={partQuery('tickets', id, (body) => call('POST /api/staff/clients/tickets', { body }))}
        save={() => download('GET /api/staff/clients/tickets/file', { query: { client_id: id } })}
        to={({ id: room }) => `/chats/${room}`}
        none={t('staff.has_no_tickets', { name: bidiIsolate(name) })}
        columns={[
          {
            key: 'subject',
            header: t('staff.subject'),
            cell: ({ id: room, subject }) => (
              <Link to={`/chats/${room}`}>
                <bdi>{subject ?? t('staff.chat')}</bdi>
              </Link>
            ),
          },
          {
            key: 'number',
            header: t('staff.number'),
            bare: true,
            cell: ({ number }) => number && <RecordNumber value={number} />,
          },
          {
            key: 'status',
            header: t('staff.state'),
            bare: true,
            cell: ({ status }) => (
              <State tone={status === 'open' ? 'warning' : 'neutral'}>{t(`chats.status_${status}`)}</State>
            ),
          },
          { key: 'at', header: t('staff.audit_at'), cell: ({ at }) => <DateTime at={at} as="brief" /> },
        ]}
      />
      {isWriting && <WriteDialog client={client} onClose={() => setIsWriting(false)} />}
    </>
  );
}

export function SessionsPart({ id }: { id: string }) {
  const t = useText();
  return (
    <PartCard
      title={t('staff.part_sessions')}
      whole
      query={partQuery('sessions', id, (body) => call('POST /api/staff/clients/sessions', { body }))}
      save={() => download('GET /api/staff/clients/sessions/file', { query: { client_id: id } })}
      columns={[
        {
          key: 'device',
          header: t('staff.device'),
          leads: true,
          cell: ({ device, issued_by_staff }) => (
            <>
              <bdi>{device ?? t('staff.device_unknown')}</bdi>{' '}
              {issued_by_staff && <Badge tone="warning">{t('staff.link')}</Badge>}
            </>
          ),
        },
        {
          key: 'address',
          header: t('staff.network_address'),
          bare: true,
          cell: ({ address }) => <bdi>{address}</bdi>,
        },
        {
          key: 'open',
          header: t('staff.state'),
          once: ({ open }) => String(open),
          cell: ({ open }) => <State>{t(open ? 'staff.session_open' : 'staff.session_ended')}</State>,
        },
        {
          key: 'pending',
          header: t('staff.session_started'),
          wide: true,
          cell: ({ created_at }) => <DateTime at={created_at} as="brief" />,
        },
        {
          key: 'seen',
          header: t('staff.session_seen'),
          cell: ({ last_seen_at }) => <DateTime at={last_seen_at} as="brief" />,
        },
      ]}
    />
  );
}

/** What staff did in the client's profile, from the audit log. */
export function ActivityPart({ id }: { id: string }) {
  const t = useText();
  const log = useInfiniteQuery(auditQuery({ client_id: id }));
  const columns = useAuditColumns().filter(({ key }) => key !== 'client');
  return (
    <QueryCard query={log} title={t('staff.part_activity')} titled={false} flush skeleton={<SkeletonRows count={5} />}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0)
          return (
            <EmptyState icon={<Drawing name="bench" />} title={t('staff.has_none')} text={t('staff.has_none_text')} />
          );
        return (
          <>
            <TabsEnd>
              <CsvButton small action={() => download('GET /api/staff/audit/file', { query: { client_id: id } })} />
            </TabsEnd>
            <DataTable
              caption={t('staff.part_activity')}
              columns={columns}
              rows={entries}
              rowKey={(entry) => entry.id}
              named
            />
            <MoreButton query={log} />
          </>
        );
      }}
    </QueryCard>
  );
}
