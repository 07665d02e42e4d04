import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { ActedOn } from './clients-query.ts';
import { IssuedLink } from './IssuedLink.tsx';

interface SignInLinkDialogProps {
  /** Whom the link is for; null closes the dialog. */
  client: ActedOn | null;
  onClose: () => void;
}

/** Asks why, and for a proof that it is oneself; then shows the link: once, and never again. */
export function SignInLinkDialog({ client, onClose }: SignInLinkDialogProps) {
  const t = useText();
  const [issued, setIssued] = useState<ResponseOf<'POST /api/staff/autologin'> | null>(null);
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const close = () => {
    setIssued(null);
    form.reset();
    onClose();
  };
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason }) => {
    if (!client) return;
    setIssued(await call('POST /api/staff/autologin', { body: { client_id: client.id, reason, ...proof } }));
  });
  return (
    <FormDialog
      open={client !== null}
      title={client && t('staff.link_for', { name: client.full_name })}
      confirmText={issued ? undefined : t('staff.issue')}
      form={form}
      onSubmit={byPassword}
      onClose={close}
    >
      {issued ? (
        <IssuedLink link={issued.link} expiresAt={issued.expires_at} />
      ) : (
        <>
          <p>{t('staff.link_explained')}</p>
          <TextField
            {...form.field('reason')}
            label={t('staff.reason')}
            hint={t('staff.reason_hint')}
            maxLength={200}
            required
          />
          <ProofFields form={form} onPasskey={byPasskey} />
        </>
      )}
    </FormDialog>
  );
}
