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

/** Shuts a client out, who reads the reason, or lets him in again who was shut out. */
export function BlockDialog(props: BlockDialogProps) {
  return props.client.state === 'blocked' ? <Unblock {...props} /> : <Block {...props} />;
}

const useName = ({ first_name, second_name }: BlockDialogProps['client']) =>
  useText()('common.full_name', { first_name, second_name });

function Block({ client, onClose }: BlockDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', note: '' });
  const name = useName(client);
  const save = form.submit(async ({ reason, note }) => {
    const body = { client_id: client.id, reason, ...(note && { note }) };
    await call('POST /api/staff/clients/block', { body });
    await finishClientAct(t('staff.blocked', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.block_for', { name })}
      confirmText={t('staff.block')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        <p>{t(isBlocked ? 'staff.unblock_explained' : 'staff.block_explained')}</p>
        <FormErrors messages={form.messages} />
        <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      </form>
    </Dialog>
  );
}

function Unblock({ client, onClose }: BlockDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const name = useName(client);
  const save = form.submit(async ({ reason }) => {
    await call('POST /api/staff/clients/unblock', { body: { client_id: client.id, reason } });
    await finishClientAct(t('staff.unblocked', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.unblock_for', { name })}
      confirmText={t('staff.unblock')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('staff.unblock_explained')}</p>
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
    </FormDialog>
  );
}
