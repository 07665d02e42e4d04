import type { Position } from '#contract/trading/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { paperCall, useTerminal } from '../terminal.ts';
import { refreshTerminal } from '../terminal-queries.ts';

/** Closes a position at the market, all of it or a part. */
export function ClosePositionDialog({ position, onClose }: { position: Position; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const { session } = useTerminal();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ volume: position.volume });
  const close = form.submit(async ({ volume }) => {
    const body = { position: position.ticket, ...(volume !== position.volume && { volume }) };
    const { closed } = await sendOnce((idempotencyKey) =>
      paperCall(session, 'POST /api/paper/close', { body }, { idempotencyKey }),
    );
    onClose();
    void refreshTerminal();
    const closedAt = format.price(closed.price);
    toast({ text: t('terminal.closed_at', { symbol: position.symbol, volume: closed.volume, price: closedAt }) });
  });
  return (
    <FormDialog
      closes
      title={t('terminal.close_title', { symbol: position.symbol })}
      confirmText={t('terminal.close_confirm')}
      form={form}
      onSubmit={close}
      onClose={onClose}
    >
      <p>{t('terminal.close_text')}</p>
      <TextField
        {...form.field('volume')}
        label={t('terminal.volume')}
        hint={t('terminal.volume_open', { volume: position.volume })}
        inputMode="decimal"
        dir="ltr"
        maxLength={12}
        required
      />
    </FormDialog>
  );
}
