import { useId, useState } from 'react';
import type { StaffClient } from '#contract/staff-clients.ts';
import { staffRoles } from '#contract/staff-names.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { queries } from '#web/platform/queries.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { CheckboxField } from '#web/ui/CheckboxField.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../SignInLinkDialog.module.css';

interface RolesDialogProps {
  client: Pick<StaffClient, 'id' | 'first_name' | 'second_name' | 'roles'>;
  onClose: () => void;
}

/** Gives somebody roles of the house, or takes them. The reason is recorded, and he can read it. */
export function RolesDialog({ client, onClose }: RolesDialogProps) {
  const t = useText();
  const formId = useId();
  const form = useCallForm({ reason: '' });
  const [roles, setRoles] = useState(staffRoles.filter((role) => client.roles.includes(role)));
  const name = t('common.full_name', { first_name: client.first_name, second_name: client.second_name });
  const save = form.submit(async ({ reason }) => {
    await call('POST /api/staff/team/roles', { body: { client_id: client.id, roles, reason } });
    onClose();
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['clients'] }),
      queries.invalidateQueries({ queryKey: ['team'] }),
    ]);
    toast({ text: t('staff.roles_set', { name }) });
  });
  return (
    <Dialog
      open
      title={t('staff.roles_for', { name })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('common.save')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        <p>{t('staff.roles_explained')}</p>
        <FormErrors messages={form.messages} />
        {staffRoles.map((role) => (
          <CheckboxField
            key={role}
            label={t(`common.role_${role}`)}
            checked={roles.includes(role)}
            onChange={({ target }) =>
              setRoles(staffRoles.filter((one) => (one === role ? target.checked : roles.includes(one))))
            }
          />
        ))}
        <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      </form>
    </Dialog>
  );
}
