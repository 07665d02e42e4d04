import { useId, useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { ActedOn } from './clients-query.ts';
import { IssuedLink } from './IssuedLink.tsx';
import styles from './SignInLinkDialog.module.css';

interface SignInLinkDialogProps {
  /** Whom the link is for; null closes the dialog. */
  client: ActedOn | null;
  onClose: () => void;
}

/** Asks why, then shows the link: once, and never again. */
export function SignInLinkDialog({ client, onClose }: SignInLinkDialogProps) {
  const t = useText();
  const formId = useId();
  const [issued, setIssued] = useState<AnswerOf<'POST /api/staff/autologin'> | null>(null);
  const form = useCallForm({ reason: '' });
  const close = () => {
    setIssued(null);
    form.reset();
    onClose();
  };
  const issue = form.submit(async ({ reason }) => {
    if (client) setIssued(await call('POST /api/staff/autologin', { body: { client_id: client.id, reason } }));
  });
  return (
    <Dialog
      open={client !== null}
      title={client && t('staff.link_for', { name: t('common.full_name', nameOf(client)) })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={issued ? undefined : t('staff.issue')}
      confirmForm={formId}
      busy={form.busy}
      onClear={close}
    >
      {issued ? (
        <IssuedLink link={issued.link} expiresAt={issued.expires_at} />
      ) : (
        <form id={formId} className={styles.form} noValidate onSubmit={issue}>
          <p>{t('staff.link_explained')}</p>
          <FormErrors messages={form.messages} />
          <TextField
            {...form.field('reason')}
            label={t('staff.reason')}
            hint={t('staff.reason_hint')}
            maxLength={200}
            required
          />
        </form>
      )}
    </Dialog>
  );
}

const nameOf = ({ first_name, second_name }: ActedOn) => ({ first_name, second_name });
