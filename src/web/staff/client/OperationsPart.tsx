import { useState } from 'react';
import type { ClientOperation } from '#contract/staff/client-lists.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Flow } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { ReversalDialog } from '#web/payments/staff/ReversalDialog.tsx';
import { State } from '#web/ui/State.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { mayMoveMoney, maySeeMoney } from './may.ts';
import { PartCard, partQuery } from './PartCard.tsx';

/** The movements of the client's wallets by the ledger. Reversals are requested from here. */
export function OperationsPart({ id }: { id: string }) {
  const t = useText();
  const user = useSignedIn();
  const opens = maySeeMoney(user);
  const [undoing, setUndoing] = useState<ClientOperation | null>(null);
  return (
    <>
      <PartCard
        title={t('wallets.operations_title')}
        query={partQuery('operations', id, (body) => call('POST /api/staff/clients/operations', { body }))}
        save={() => download('GET /api/staff/clients/operations/file', { query: { client_id: id } })}
        columns={[
          { key: 'at', header: t('payments.at'), bare: true, cell: ({ at }) => <DateTime at={at} as="brief" /> },
          {
            key: 'what',
            header: t('payments.kind'),
            leads: true,
            cell: ({ kind, payment }) =>
              payment && opens ? (
                <Link to={`/admin/money/${payment.id}`}>{t(`wallets.kind_${kind}`)}</Link>
              ) : (
                t(`wallets.kind_${kind}`)
              ),
          },
          {
            key: 'number',
            header: t('staff.number'),
            bare: true,
            cell: ({ payment }) => payment && <RecordNumber value={payment.number} />,
          },
          {
            key: 'state',
            header: t('staff.state'),
            bare: true,
            cell: ({ reversal }) =>
              (reversal === 'done' && <State>{t('payments.state_reversed')}</State>) ||
              (reversal === 'proposed' && <State tone="others">{t('payments.reversal_waits')}</State>),
          },
          {
            key: 'amount',
            header: t('payments.amount'),
            numeric: true,
            cell: ({ moved }) =>
              moved.map(({ currency, amount }) => (
                <p key={currency}>
                  <Flow amount={amount} currency={currency} />
                </p>
              )),
          },
          {
            key: 'reversal',
            header: t('payments.action_reverse'),
            acts: true,
            cell: (operation) =>
              operation.reversal === 'open' &&
              mayMoveMoney(user) && (
                <Menu
                  label={t('lists.acts_on', { name: operation.payment?.number ?? t(`wallets.kind_${operation.kind}`) })}
                  acts={[{ label: t('payments.action_reverse'), onChoose: () => setUndoing(operation) }]}
                />
              ),
          },
        ]}
      />
      {undoing?.payment && (
        <ReversalDialog operationId={undoing.id} number={undoing.payment.number} onClose={() => setUndoing(null)} />
      )}
    </>
  );
}
