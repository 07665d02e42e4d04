import type { PaidCard } from '#contract/payments/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { refreshDestinations } from '../payment-queries.ts';

interface ConfirmFirstProps {
  /** A card that has paid in, or the destination that awaits its link. */
  card: PaidCard | undefined;
  destinationId: string;
  onSaved: (destinationId: string) => void;
}

/** In place of the act: the chosen destination has to be confirmed by an emailed link before money goes there. */
export function ConfirmFirst({ card, destinationId, onSaved }: ConfirmFirstProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({});
  const send = form.submit(async () => {
    if (card) {
      const body = { deposit_id: card.deposit_id };
      const { id } = await sendOnce((idempotencyKey) =>
        call('POST /api/payments/destinations/add-card', { body }, { idempotencyKey }),
      );
      await refreshDestinations();
      onSaved(id);
    } else {
      await call('POST /api/payments/destinations/send-link', { body: { destination_id: destinationId } });
    }
    toast({ text: t('payments.link_sent') });
  });
  return (
    <div className={flowStyles.stack}>
      <FormErrors messages={form.messages} />
      <p className={textStyles.soft}>{t(card ? 'payments.card_confirm_first' : 'payments.confirm_first')}</p>
      <div>
        <Button variant="primary" busy={form.busy} onClick={() => send()}>
          {t(card ? 'payments.email_link' : 'payments.send_link')}
        </Button>
      </div>
    </div>
  );
}
