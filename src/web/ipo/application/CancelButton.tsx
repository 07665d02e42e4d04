import { X } from 'lucide-react';
import { useState } from 'react';
import type { IpoApplication } from '#contract/ipo/records.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshIpo } from '../ipo-queries.ts';

/** Cancels an application, after asking once; its money is free again. */
export function CancelButton({ application: { id, number, held, currency } }: { application: IpoApplication }) {
  const t = useText();
  const format = useFormat();
  const [confirming, setConfirming] = useState(false);
  const sendOnce = useIdempotentCall();
  const form = useCallForm({});
  const cancel = form.submit(async () => {
    const body = { application_id: id };
    await sendOnce((idempotencyKey) => call('POST /api/ipo/cancel', { body }, { idempotencyKey }));
    setConfirming(false);
    refreshIpo();
    toast({ text: t('ipo.cancelled') });
  });
  return (
    <>
      <Button icon={<X {...icon} />} onClick={() => setConfirming(true)}>
        {t('ipo.cancel')}
      </Button>
      <Dialog
        open={confirming}
        title={t('ipo.cancel_title', { number })}
        closeLabel={t('common.m167_close')}
        loadingText={t('common.loading')}
        confirmText={t('ipo.cancel_confirm')}
        busy={form.busy}
        onConfirm={() => cancel()}
        onClear={() => setConfirming(false)}
      >
        <p>{t('ipo.cancel_text', { amount: format.symbol(held, currency) })}</p>
        <FormErrors messages={form.messages} />
      </Dialog>
    </>
  );
}
