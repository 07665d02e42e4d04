import { useId, useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import type { ListedClient } from './ClientsPage.tsx';
import styles from './Staff.module.css';

type Issued = AnswerOf<'POST /api/staff/autologin'>;

/** Asks why, then shows the link: once, and never again. */
export function SignInLinkDialog({ client, onClose }: { client: ListedClient | null; onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const [issued, setIssued] = useState<Issued | null>(null);
  const form = useForm(
    { reason: '' },
    { texts: { failed: t('common.went_wrong'), problems: t('common.input_problems') } },
  );
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
      title={
        client
          ? t('staff.sign_in_link_for', {
              name: t('common.full_name', { first_name: client.first_name, second_name: client.second_name }),
            })
          : ''
      }
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={issued ? undefined : t('staff.issue')}
      confirmForm={issued ? undefined : formId}
      busy={form.busy}
      onClear={close}
    >
      {issued ? (
        <LinkToCopy issued={issued} />
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

function LinkToCopy({ issued: { link, expires_at } }: { issued: Issued }) {
  const t = useText();
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ text: t('staff.copied') }),
      () => toast({ text: t('staff.copy_failed'), tone: 'negative' }),
    );
  return (
    <div className={styles.form}>
      <TextField label={t('staff.link')} value={link} readOnly dir="ltr" onFocus={(event) => event.target.select()} />
      <p>
        <When at={expires_at} within="staff.link_expires" />
      </p>
      <div>
        <Button onClick={() => void copy()}>{t('staff.copy')}</Button>
      </div>
    </div>
  );
}
