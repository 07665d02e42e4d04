import { useId } from 'react';
import type { StaffClient } from '#contract/staff-clients.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { queries } from '#web/platform/queries.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../SignInLinkDialog.module.css';

interface BlockDialogProps {
  client: Pick<StaffClient, 'id' | 'first_name' | 'second_name' | 'state'>;
  onClose: () => void;
}

/** Shuts a client out, or lets him in again who was shut out. The reason is recorded, and he can read it. */
export function BlockDialog({ client, onClose }: BlockDialogProps) {
  const t = useText();
  const formId = useId();
  const form = useCallForm({ reason: '' });
  const isBlocked = client.state === 'blocked';
  const name = t('common.full_name', { first_name: client.first_name, second_name: client.second_name });
  const save = form.submit(async ({ reason }) => {
    const body = { client_id: client.id, reason };
    await call(isBlocked ? 'POST /api/staff/clients/unblock' : 'POST /api/staff/clients/block', { body });
    onClose();
    await queries.invalidateQueries({ queryKey: ['clients'] });
    toast({ text: t(isBlocked ? 'staff.unblocked' : 'staff.blocked', { name }) });
  });
  return (
    <Dialog
      open
      title={t(isBlocked ? 'staff.unblock_for' : 'staff.block_for', { name })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t(isBlocked ? 'staff.unblock' : 'staff.block')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        <p>{t(isBlocked ? 'staff.unblock_explained' : 'staff.block_explained')}</p>
        <FormErrors messages={form.messages} />
        <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      </form>
    </Dialog>
  );
}
