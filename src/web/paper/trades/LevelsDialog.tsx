import type { Order, Position } from '#contract/trading/records.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { paperCall, useTerminal } from '../terminal.ts';
import { refreshTerminal } from '../terminal-queries.ts';

type Subject = { position: Position; order?: never } | { order: Order; position?: never };

/** Changes stop loss and take profit of a position, or of a waiting order with its price. Empty takes a level away. */
export function LevelsDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const t = useText();
  const { session } = useTerminal();
  const record = subject.position ?? subject.order;
  const form = useCallForm({ price: subject.order?.price ?? '', sl: record.sl ?? '', tp: record.tp ?? '' });
  const change = form.submit(async ({ price, sl, tp }) => {
    const levels = { ...(sl && { sl }), ...(tp && { tp }) };
    if (subject.position) {
      const body = { position: subject.position.ticket, ...levels };
      await paperCall(session, 'POST /api/paper/modify-position', { body });
    } else {
      const body = { order: subject.order.ticket, price, ...levels };
      await paperCall(session, 'POST /api/paper/modify-order', { body });
    }
    onClose();
    void refreshTerminal();
    toast({ text: t('terminal.changed') });
  });
  return (
    <FormDialog
      title={t('terminal.change_title', { symbol: record.symbol })}
      confirmText={t('terminal.change_confirm')}
      form={form}
      onSubmit={change}
      onClose={onClose}
    >
      <p>{t('terminal.change_text')}</p>
      {subject.order && (
        <TextField {...form.field('price')} label={t('terminal.price')} inputMode="decimal" dir="ltr" required />
      )}
      <TextField {...form.field('sl')} label={t('terminal.sl')} inputMode="decimal" dir="ltr" maxLength={16} />
      <TextField {...form.field('tp')} label={t('terminal.tp')} inputMode="decimal" dir="ltr" maxLength={16} />
    </FormDialog>
  );
}
