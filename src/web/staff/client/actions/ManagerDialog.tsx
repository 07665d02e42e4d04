import { useQuery } from '@tanstack/react-query';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { managersQuery } from '../../clients-query.ts';
import { finishClientAction } from '../../finish-client-action.ts';

interface ManagerDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name' | 'manager' | 'manager_left'>;
  onClose: () => void;
}

const unassigned = 'nobody';

/** Chooses a client's account manager. The client and both managers are notified; the reason is recorded. */
export function ManagerDialog({ client, onClose }: ManagerDialogProps) {
  const t = useText();
  const managers = useQuery(managersQuery).data ?? [];
  const form = useCallForm({ manager_id: client.manager?.id ?? '', reason: '' });
  const name = client.full_name;
  const save = form.submit(async ({ manager_id: chosen, reason }) => {
    const body = { client_id: client.id, manager_id: chosen === unassigned ? null : chosen, reason };
    await call('POST /api/staff/clients/manager', { body });
    await finishClientAction(t('staff.manager_set', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.manager_for', { name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('staff.manager_explained')}</p>
      {client.manager_left && <Alert tone="warning">{t('staff.manager_left')}</Alert>}
      <SelectField
        // The present manager can be chosen only once the options are loaded.
        key={managers.length}
        {...form.field('manager_id')}
        label={t('staff.manager')}
        placeholder={t('staff.manager_choose')}
        options={[
          { value: unassigned, label: t('staff.manager_nobody') },
          ...managers.map(({ id, name: who, clients }) => ({
            value: id,
            label: t('staff.manager_with', { name: bidiIsolate(who), count: clients }),
          })),
        ]}
        required
      />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
    </FormDialog>
  );
}
