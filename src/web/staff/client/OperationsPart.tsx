import { useState } from 'react';
import type { ClientOperation } from '#contract/staff-client-lists.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Movement } from '#web/platform/i18n/Money.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { UndoDialog } from '#web/payments/staff/ReversalDialog.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RecordNumber } from '#web/ui/RecordNumber.tsx';
import styles from './Client.module.css';
import { mayMoveMoney, maySeeMoney } from './may.ts';
import { PartCard, partQuery } from './PartCard.tsx';

/** What moved his wallets by the ledger. What can be undone is undone from here, by a proposal to others. */
export function OperationsPart({ id }: { id: string }) {
  const t = useText();
  const [undoing, setUndoing] = useState<ClientOperation | null>(null);
  return (
    <>
      <PartCard
        title={t('wallets.operations_title')}
        query={partQuery('operations', id, (body) => call('POST /api/staff/clients/operations', { body }))}
        save={() => download('GET /api/staff/clients/operations/file', { query: { client_id: id } })}
        columns={[
          { key: 'what', header: t('payments.kind'), bare: true, cell: (operation) => <What operation={operation} /> },
          {
            key: 'amount',
            header: t('payments.amount'),
            numeric: true,
            cell: ({ moved }) =>
              moved.map(({ currency, amount }) => (
                <p key={currency}>
                  <Movement amount={amount} currency={currency} />
                </p>
              )),
          },
          {
            key: 'undo',
            header: t('staff.state'),
            cell: (operation) => <Undo operation={operation} onUndo={() => setUndoing(operation)} />,
          },
        ]}
      />
      {undoing?.payment && (
        <UndoDialog operationId={undoing.id} number={undoing.payment.number} onClose={() => setUndoing(null)} />
      )}
    </>
  );
}

function What({ operation: { kind, payment, at } }: { operation: ClientOperation }) {
  const t = useText();
  const opens = maySeeMoney(useSignedIn());
  const number = payment && <RecordNumber value={payment.number} />;
  return (
    <>
      {t(`wallets.kind_${kind}`)} {payment && opens ? <Go to={`/admin/money/${payment.id}`}>{number}</Go> : number}
      <p className={styles.soft}>
        <When at={at} />
      </p>
    </>
  );
}

function Undo({ operation: { undo }, onUndo }: { operation: ClientOperation; onUndo: () => void }) {
  const t = useText();
  const acts = mayMoveMoney(useSignedIn());
  if (undo === 'done') return <Badge>{t('payments.state_reversed')}</Badge>;
  if (undo === 'proposed') return <Badge tone="accent">{t('payments.undo_waits')}</Badge>;
  if (undo === null || !acts) return '–';
  return (
    <Button size="small" onClick={onUndo}>
      {t('payments.act_undo')}
    </Button>
  );
}
