import type { Destination } from '#contract/payments/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { refreshDestinations } from '../payment-queries.ts';

/** Saved destinations; one that is not confirmed can have its link again. */
export function DestinationsTable({ destinations }: { destinations: readonly Destination[] }) {
  const t = useText();
  const columns: Column<Destination>[] = [
    {
      key: 'label',
      header: t('payments.destination'),
      cell: ({ label, account }) => (
        <>
          <bdi>{label}</bdi>
          <p className={textStyles.soft}>
            <bdi>{account}</bdi>
          </p>
        </>
      ),
    },
    { key: 'method', header: t('payments.method'), cell: ({ method }) => t(`payments.method_${method}`) },
    { key: 'added', header: t('payments.added'), cell: ({ created_at }) => <DateTime at={created_at} as="date" /> },
    {
      key: 'state',
      header: t('payments.state'),
      cell: ({ state }) => (
        <Badge tone={state === 'confirmed' ? 'positive' : 'warning'}>
          {t(state === 'confirmed' ? 'payments.destination_confirmed' : 'payments.destination_unconfirmed')}
        </Badge>
      ),
    },
    { key: 'acts', header: t('payments.actions'), cell: (destination) => <Actions destination={destination} /> },
  ];
  return (
    <DataTable
      caption={t('payments.destinations_title')}
      columns={columns}
      rows={destinations}
      rowKey={({ id }) => id}
    />
  );
}

function Actions({ destination: { id, label, state } }: { destination: Destination }) {
  const t = useText();
  const body = { destination_id: id };
  const sending = useCallForm({});
  const send = sending.submit(async () => {
    await call('POST /api/payments/destinations/send-link', { body });
    toast({ text: t('payments.link_sent') });
  });
  const removing = useCallForm({});
  const remove = removing.submit(async () => {
    await call('POST /api/payments/destinations/remove', { body });
    await refreshDestinations();
    toast({ text: t('payments.destination_gone', { label }) });
  });
  return (
    <div className={flowStyles.stack}>
      <div className={flowStyles.row}>
        {state === 'unconfirmed' && (
          <Button size="small" busy={sending.busy} onClick={() => send()}>
            {t('payments.send_link')}
          </Button>
        )}
        <Button
          size="small"
          aria-label={t('payments.remove_named', { label })}
          busy={removing.busy}
          onClick={() => remove()}
        >
          {t('payments.remove')}
        </Button>
      </div>
      <FormErrors messages={[...sending.messages, ...removing.messages]} />
    </div>
  );
}
