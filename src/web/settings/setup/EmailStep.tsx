import { useRef, useState } from 'react';
import type { MailServer } from '#contract/settings-values/email.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import {
  blankMailServer,
  differingFields,
  mailFields,
  withKeptPassword,
  type MailDraft,
} from '../email/email-server-draft.ts';
import { MailServerFacts } from '../email/EmailServerFacts.tsx';
import { MailServerFields } from '../email/EmailServerFields.tsx';
import styles from './Setup.module.css';
import { StepActs } from './StepActions.tsx';
import { useStepCheck } from './use-step-check.ts';
import type { StepProps } from './Wizard.tsx';

/** How mail leaves, and whether it arrives. */
export function MailStep(props: StepProps) {
  const t = useText();
  const { token, look, onBack, onNext } = props;
  const links = { term: t('setup.mail_links'), details: <bdi dir="ltr">{look.address}</bdi> };
  if (!look.given.includes('mail_server')) return <ChosenServer {...props} />;
  return (
    <div className={styles.form}>
      <MailServerFacts value={look.settings.mail_server} />
      <DescriptionList items={[links]} />
      <p className={styles.soft}>{t('house.from_environment')}</p>
      <TestMail token={token} ready={() => Promise.resolve(null)} />
      <StepActs onBack={onBack}>
        <Button variant="primary" onClick={onNext}>
          {t('common.m154_out_nextstep_button')}
        </Button>
      </StepActs>
    </div>
  );
}

/** Without a server one goes on only by saying so. */
function ChosenServer({ token, draft, change, onBack, onNext }: StepProps) {
  const t = useText();
  const [server, setServer] = useServer(draft);
  const ready = async () => {
    const kept = await withKeptPassword(server, (password) =>
      call('POST /api/setup/mail/password', { body: { token, ...password } }),
    );
    setServer(kept);
    change({ settings: { ...draft.settings, mail_server: kept }, without_mail: kept === null });
    return kept;
  };
  const form = useRef<HTMLDivElement>(null);
  const { problems, busy, submit, clear } = useStepCheck({ token, form, onRight: onNext });
  const put = (value: MailDraft | null) => {
    clear('mail_server', ...differingFields(server, value).map(pathOf));
    setServer(value);
  };
  const goOn = async () => {
    const kept = await ready();
    return { mail_server: kept, without_mail: kept === null };
  };
  return (
    <div ref={form} className={styles.form}>
      <FormErrors messages={problems.messages} />
      <MailServerFields
        value={server}
        hint={t('house.mail_server_hint')}
        error={undefined}
        errorOf={(field) =>
          problems.fields[pathOf(field)] ?? (field === 'password' ? problems.fields['mail_server'] : undefined)
        }
        onChange={(value) => put(value as MailDraft | null)}
      />
      {server === null ? (
        <Alert tone="warning" title={t('setup.mail_none')}>
          <p>{t('setup.mail_none_text')}</p>
        </Alert>
      ) : (
        <TestMail token={token} ready={ready} />
      )}
      <StepActs onBack={onBack}>
        <Button variant="primary" busy={busy} onClick={() => void submit(goOn, mailFields.map(pathOf))}>
          {t('common.m154_out_nextstep_button')}
        </Button>
      </StepActs>
    </div>
  );
}

const pathOf = (field: keyof MailServer) => `mail_server.${field}`;

/** As it was left, else with the house as its sender. */
const useServer = ({ settings, without_mail }: StepProps['draft']) =>
  useState<MailDraft | null>(() => {
    if (settings.mail_server || without_mail) return settings.mail_server;
    return { ...blankMailServer, sender_name: settings.brand_name };
  });

interface TestMailProps {
  token: string;
  /** The server to be tried; null for that of the environment. */
  ready: () => Promise<MailServer | null>;
}

function TestMail({ token, ready }: TestMailProps) {
  const t = useText();
  const form = useCallForm({ email: '' });
  const { email } = form.values;
  const send = form.submit(async () => call('POST /api/setup/mail', { body: { token, email, server: await ready() } }));
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
