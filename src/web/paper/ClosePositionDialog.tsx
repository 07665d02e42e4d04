import { useId } from 'react';
import type { Position } from '#contract/trading-records.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useIntent } from '#web/platform/intent-key.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './Tables.module.css';
import { paperCall, useTerminal } from './terminal.ts';
import { refreshTerminal } from './terminal-queries.ts';

/** Closes a position at the market, all of it or a part. */
export function ClosePositionDialog({ position, onClose }: { position: Position; onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const { session } = useTerminal();
  const once = useIntent();
  const form = useCallForm({ volume: position.volume });
  const close = form.submit(async ({ volume }) => {
    const body = { position: position.ticket, ...(volume !== position.volume && { volume }) };
    const { closed } = await once((idempotencyKey) =>
      paperCall(session, 'POST /api/paper/close', { body }, { idempotencyKey }),
    );
    onClose();
    refreshTerminal();
    toast({ text: t('terminal.closed_at', { symbol: position.symbol, volume: closed.volume, price: closed.price }) });
  });
  return (
    <Dialog
      open
      title={t('terminal.close_title', { symbol: position.symbol })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('terminal.close_confirm')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={close}>
        <p>{t('terminal.close_text')}</p>
        <FormErrors messages={form.messages} />
        <TextField
          {...form.field('volume')}
          label={t('terminal.volume')}
          hint={t('terminal.volume_open', { volume: position.volume })}
          inputMode="decimal"
          dir="ltr"
          maxLength={12}
          required
        />
      </form>
    </Dialog>
  );
}
