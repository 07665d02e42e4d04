import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface BlockDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name' | 'state'>;
  onClose: () => void;
}

/** Blocks a client, who reads the reason, or unblocks a blocked one. */
export function BlockDialog(props: BlockDialogProps) {
  return props.client.state === 'blocked' ? <Unblock {...props} /> : <Block {...props} />;
}

function Block({ client, onClose }: BlockDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', note: '' });
  const name = client.full_name;
  const save = form.submit(async ({ reason, note }) => {
    const body = { client_id: client.id, reason, ...(note && { note }) };
    await call('POST /api/staff/clients/block', { body });
    await finishClientAction(t('staff.blocked', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.block_for', { name })}
      confirmText={t('staff.block')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('staff.block_explained')}</p>
      <ReasonField {...form.field('reason')} purpose="block" label={t('staff.block_reason')} />
      <TextAreaField
        {...form.field('note')}
        label={t('staff.block_note')}
        hint={t('staff.factor_comment_hint')}
        rows={2}
        maxLength={300}
      />
    </FormDialog>
  );
}

function Unblock({ client, onClose }: BlockDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const name = client.full_name;
  const save = form.submit(async ({ reason }) => {
    await call('POST /api/staff/clients/unblock', { body: { client_id: client.id, reason } });
    await finishClientAction(t('staff.unblocked', { name }), onClose);
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
