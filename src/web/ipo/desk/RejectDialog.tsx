import { useId } from 'react';
import type { BookEntry } from '#contract/ipo-desk-records.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useIntent } from '#web/platform/intent-key.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../Stack.module.css';
import { showDeskOffering, type DeskInfo } from './desk-queries.ts';
import { PreviewLines } from './PreviewLines.tsx';

const reasons = ['not_eligible', 'by_broker'] as const;

interface RejectDialogProps {
  info: DeskInfo;
  entry: BookEntry;
  onClose: () => void;
}

/** Turns one application down, with a reason that its client reads and a note that he does not. */
export function RejectDialog({ info, entry, onClose }: RejectDialogProps) {
  const t = useText();
  const formId = useId();
  const once = useIntent();
  const form = useCallForm({ reason: '', note: '' });
  const submit = form.submit(async ({ reason, note }) => {
    const body = { application_id: entry.id, reason, note };
    const answer = await once((idempotencyKey) => call('POST /api/staff/ipo/reject', { body }, { idempotencyKey }));
    onClose();
    showDeskOffering(answer);
    toast({ text: t('offerings.done') });
  });
  return (
    <FormDialog
      title={t('offerings.act_reject')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('offerings.act_reject')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <form id={formId} className={styles.stack} noValidate onSubmit={submit}>
        <p>
          <bdi>{entry.client.name}</bdi> · <bdi>{entry.number}</bdi>
        </p>
        <PreviewLines stockId={info.stock_id} act="reject" applicationId={entry.id} />
        <FormErrors messages={form.messages} />
        <SelectField
          {...form.field('reason')}
          label={t('offerings.reason')}
          placeholder={t('offerings.choose_reason')}
          options={reasons.map((value) => ({ value, label: t(`ipo.reason_${value}`) }))}
          required
        />
        <TextAreaField
          {...form.field('note')}
          label={t('offerings.note')}
          hint={t('offerings.note_hint')}
          rows={3}
          maxLength={500}
          required
        />
      </form>
    </Dialog>
  );
}
