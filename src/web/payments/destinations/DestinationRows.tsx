import type { Destination } from '#contract/payments/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { visuallyHiddenOnPhone } from '#web/ui/VisuallyHidden.tsx';
import { methodSigns } from '../method-signs.tsx';
import { refreshDestinations } from '../payment-queries.ts';
import { useIsWaiting } from './use-is-waiting.ts';

/** Saved destinations; one that is not confirmed can have its link again. */
export function DestinationRows({ destinations }: { destinations: readonly Destination[] }) {
  const t = useText();
  return (
    <Rows label={t('payments.destinations_title')}>
      {destinations.map((destination) => (
        <DestinationRow key={destination.id} destination={destination} />
      ))}
    </Rows>
  );
}

function DestinationRow({ destination }: { destination: Destination }) {
  const t = useText();
  const { id, label, account, method, state, created_at, usable_from } = destination;
  const isPaused = useIsWaiting(destination);
  const body = { destination_id: id };
  const waits = state === 'unconfirmed';
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
    <Row
      icon={methodSigns[method]}
      tone={waits ? 'waits' : 'plain'}
      name={<bdi>{label}</bdi>}
      more={
        <>
          <bdi>{account}</bdi>
          <span className={visuallyHiddenOnPhone}> · {t(`payments.method_${method}`)}</span>
        </>
      }
      end={
        <State tone={waits ? 'warning' : 'neutral'}>
          {t(waits ? 'payments.destination_unconfirmed' : 'payments.destination_confirmed')}
        </State>
      }
      endMore={
        isPaused && usable_from ? (
          <DateTime at={usable_from} within="payments.usable_from" />
        ) : (
          <DateTime at={created_at} as="date" />
        )
      }
      acts={
        <>
          {waits && (
            <Button size="small" busy={sending.busy} onClick={() => send()}>
              {t('payments.send_link')}
            </Button>
          )}
          <Menu
            label={t('payments.remove_named', { label })}
            acts={[{ label: t('payments.remove'), danger: true, onChoose: () => remove() }]}
          />
          <FormErrors messages={[...sending.messages, ...removing.messages]} />
        </>
      }
    />
  );
}
