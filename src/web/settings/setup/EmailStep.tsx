import { useRef, useState } from 'react';
import type { EmailServer } from '#contract/settings/values/email.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import {
  blankEmailServer,
  differingFields,
  emailServerFields,
  withStoredPassword,
  type EmailServerDraft,
} from '../email/email-server-draft.ts';
import { EmailServerFacts } from '../email/EmailServerFacts.tsx';
import { EmailServerFields } from '../email/EmailServerFields.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { StepProps } from './draft.ts';
import styles from './Setup.module.css';
import { StepActions } from './StepActions.tsx';
import { useStepCheck } from './use-step-check.ts';

/** How email leaves, and whether it arrives. */
export function EmailStep(props: StepProps) {
  const t = useText();
  const { token, setup, onBack, onNext } = props;
  const links = { term: t('setup.email_links'), details: <bdi dir="ltr">{setup.address}</bdi> };
  if (!setup.given.includes('email_server')) return <ChosenServer {...props} />;
  return (
    <div className={styles.form}>
      <EmailServerFacts value={setup.settings.email_server} />
      <DescriptionList items={[links]} />
      <p className={textStyles.soft}>{t('settings.from_environment')}</p>
      <TestEmail token={token} ready={() => Promise.resolve(null)} />
      <StepActions onBack={onBack}>
        <Button variant="primary" onClick={onNext}>
          {t('common.m154_out_nextstep_button')}
        </Button>
      </StepActions>
    </div>
  );
}

/** Without a server the person can only continue by confirming that. */
function ChosenServer({ token, draft, change, onBack, onNext }: StepProps) {
  const t = useText();
  const [server, setServer] = useServer(draft);
  const ready = async () => {
    const stored = await withStoredPassword(server, (password) =>
      call('POST /api/setup/email/password', { body: { token, ...password } }),
    );
    setServer(stored);
    change({ settings: { ...draft.settings, email_server: stored }, without_email: stored === null });
    return stored;
  };
  const form = useRef<HTMLDivElement>(null);
  const { problems, busy, submit, clear } = useStepCheck({ token, form, onRight: onNext });
  const put = (value: EmailServerDraft | null) => {
    clear('email_server', ...differingFields(server, value).map(pathOf));
    setServer(value);
  };
  const goOn = async () => {
    const stored = await ready();
    return { email_server: stored, without_email: stored === null };
  };
  return (
    <div ref={form} className={styles.form}>
      <FormErrors messages={problems.messages} />
      <EmailServerFields
        value={server}
        hint={t('settings.email_server_hint')}
        error={undefined}
        errorOf={(field) =>
          problems.fields[pathOf(field)] ?? (field === 'password' ? problems.fields['email_server'] : undefined)
        }
        onChange={(value) => put(value as EmailServerDraft | null)}
      />
      {server === null ? (
        <Alert tone="warning" title={t('setup.email_none')}>
          <p>{t('setup.email_none_text')}</p>
        </Alert>
      ) : (
        <TestEmail token={token} ready={ready} />
      )}
      <StepActions onBack={onBack}>
        <Button variant="primary" busy={busy} onClick={() => void submit(goOn, emailServerFields.map(pathOf))}>
          {t('common.m154_out_nextstep_button')}
        </Button>
      </StepActions>
    </div>
  );
}

const pathOf = (field: keyof EmailServer) => `email_server.${field}`;

/** As it was left, else with the operator as its sender. */
const useServer = ({ settings, without_email }: StepProps['draft']) =>
  useState<EmailServerDraft | null>(() => {
    if (settings.email_server || without_email) return settings.email_server;
    return { ...blankEmailServer, sender_name: settings.brand_name };
  });

interface TestEmailProps {
  token: string;
  /** The server to be tested; null for that of the environment. */
  ready: () => Promise<EmailServer | null>;
}

function TestEmail({ token, ready }: TestEmailProps) {
  const t = useText();
  const form = useCallForm({ email: '' });
  const { email } = form.values;
  const send = form.submit(async () =>
    call('POST /api/setup/email', { body: { token, email, server: await ready() } }),
  );
  return (
    <form className={styles.test} noValidate onSubmit={send}>
      <FormErrors messages={form.messages} />
      <TextField {...form.field('email')} type="email" label={t('setup.email_test')} autoComplete="email" dir="ltr" />
      <Button type="submit" busy={form.busy}>
        {t('setup.email_test_send')}
      </Button>
      {form.successful && (
        <Alert tone="positive" role="status">
          <p>{t('setup.email_test_sent', { email })}</p>
        </Alert>
      )}
    </form>
  );
}
