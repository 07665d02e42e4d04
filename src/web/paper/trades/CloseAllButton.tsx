import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { paperCall, useTerminal } from '../terminal.ts';
import { refreshTerminal } from '../terminal-queries.ts';

/** Closes every position whose market is open, after one confirmation. */
export function CloseAllButton({ count }: { count: number }) {
  const t = useText();
  const { session } = useTerminal();
  const sendOnce = useIdempotentCall();
  const [confirming, setConfirming] = useState(false);
  const form = useCallForm({});
  const closeAll = form.submit(async () => {
    const { closed, left } = await sendOnce((idempotencyKey) =>
      paperCall(session, 'POST /api/paper/close-all', { body: {} }, { idempotencyKey }),
    );
    setConfirming(false);
    void refreshTerminal();
    toast({
      text:
        left.length > 0
          ? t('terminal.closed_some', { closed: closed.length, open: left.length })
          : t('terminal.closed_all'),
      tone: left.length > 0 ? 'neutral' : 'positive',
    });
  });
  return (
    <>
      <Button size="small" onClick={() => setConfirming(true)}>
        {t('terminal.close_all')}
      </Button>
      <Dialog
        open={confirming}
        title={t('terminal.close_all')}
        closeLabel={t('common.back')}
        loadingText={t('common.loading')}
        confirmText={t('terminal.close_confirm')}
        busy={form.busy}
        onConfirm={() => closeAll()}
        onClear={() => setConfirming(false)}
      >
        <p>{t('terminal.close_all_text', { count })}</p>
        <FormErrors messages={form.messages} />
      </Dialog>
    </>
  );
}
