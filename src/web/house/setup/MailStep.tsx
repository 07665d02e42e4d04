import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Setup.module.css';
import { StepActs } from './StepActs.tsx';
import type { StepProps } from './Wizard.tsx';

/** How mail leaves, and whether it arrives. It is the environment that says it, for it holds a password. */
export function MailStep({ token, look: { mail, address }, onBack, onNext }: StepProps) {
  const t = useText();
  const facts = [
    { term: t('setup.mail_from'), details: mail.from },
    { term: t('setup.mail_links'), details: address },
  ].map(({ term, details }) => ({ term, details: <bdi dir="ltr">{details}</bdi> }));
  const server = { term: t('setup.mail_server'), details: <bdi dir="ltr">{mail.server}</bdi> };
  return (
    <div className={styles.form}>
      <DescriptionList items={mail.server ? [server, ...facts] : facts} />
      {mail.server ? (
        <TestMail token={token} />
      ) : (
        <Alert tone="warning" title={t('setup.mail_none')}>
          <p>{t('setup.mail_none_text')}</p>
        </Alert>
      )}
      <StepActs onBack={onBack}>
        <Button variant="primary" onClick={onNext}>
          {t('common.m154_out_nextstep_button')}
        </Button>
      </StepActs>
    </div>
  );
}

function TestMail({ token }: { token: string }) {
  const t = useText();
  const form = useCallForm({ email: '' });
  const { email } = form.values;
  const send = form.submit(() => call('POST /api/setup/mail', { body: { token, email } }));
  return (
    <form className={styles.test} noValidate onSubmit={send}>
      <FormErrors messages={form.messages} />
      <TextField {...form.field('email')} type="email" label={t('setup.mail_test')} autoComplete="email" dir="ltr" />
      <Button type="submit" busy={form.busy}>
        {t('setup.mail_test_send')}
      </Button>
      {form.successful && (
        <Alert tone="positive" role="status">
          <p>{t('setup.mail_test_sent', { email })}</p>
        </Alert>
      )}
    </form>
  );
}
