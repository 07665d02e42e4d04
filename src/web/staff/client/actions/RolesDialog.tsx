import { useState } from 'react';
import type { StaffClient } from '#contract/staff/clients.ts';
import { staffRoles } from '#contract/staff/names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface RolesDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name' | 'roles'>;
  onClose: () => void;
}

/** Requests to give a person roles, or to remove them, with a proof of identity; another person approves. */
export function RolesDialog({ client, onClose }: RolesDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const [roles, setRoles] = useState(staffRoles.filter((role) => client.roles.includes(role)));
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason }) => {
    await call('POST /api/staff/team/roles', { body: { client_id: client.id, roles, reason, ...proof } });
    await finishClientAction(t('approvals.proposed', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.roles_for', { name })}
      confirmText={t('staff.roles_propose')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.roles_explained')}</p>
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
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
