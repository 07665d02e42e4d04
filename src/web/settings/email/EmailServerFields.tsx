import { useId } from 'react';
import type { EmailServer } from '#contract/settings/values/email.ts';
import { smtpEncryptions, type SmtpEncryption } from '#contract/settings/email-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';
import { blankEmailServer, type EmailServerDraft } from './email-server-draft.ts';

type ErrorOf = (field: keyof EmailServer) => string | undefined;

interface Props extends Pick<KindFieldProps<EmailServerDraft | null>, 'value' | 'hint' | 'error' | 'onChange'> {
  /** What is wrong with one of the fields, where that is known. */
  errorOf?: ErrorOf;
}

const nothingWrong: ErrorOf = () => undefined;

/** Through which server email leaves, or that none does. */
export function EmailServerFields({ value, hint, error, errorOf = nothingWrong, onChange }: Props) {
  const t = useText();
  const name = useId();
  return (
    <ManyFields hint={hint} error={error}>
      <RadioGroup
        legend={t('settings.email_way')}
        name={name}
        value={value === null ? 'without' : 'by_server'}
        options={(['by_server', 'without'] as const).map((way) => ({ value: way, label: t(`settings.email_${way}`) }))}
        onChange={({ target }) => onChange(target.value === 'without' ? null : blankEmailServer)}
      />
      {value === null ? (
        <Alert tone="warning" role="status">
          <p>{t('settings.email_without_text')}</p>
        </Alert>
      ) : (
        <ServerFields server={value} errorOf={errorOf} put={(part) => onChange({ ...value, ...part })} />
      )}
    </ManyFields>
  );
}

interface ServerFieldsProps {
  server: EmailServerDraft;
  errorOf: ErrorOf;
  put: (part: { [Field in keyof EmailServerDraft]?: unknown }) => void;
}

function ServerFields({ server, errorOf, put }: ServerFieldsProps) {
  const t = useText();
  const nameOf = useEncryptionName();
  return (
    <>
      <TextField
        label={t('settings.email_host')}
        error={errorOf('host')}
        value={server.host}
        dir="ltr"
        maxLength={253}
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={({ target }) => put({ host: target.value.trim() })}
      />
      <div className={styles.fields}>
        <SelectField
          label={t('settings.email_encryption')}
          error={errorOf('encryption')}
          value={server.encryption}
          options={smtpEncryptions.map((each) => ({ value: each, label: nameOf(each) }))}
          onChange={({ target }) => put(withUsualPort(target.value as SmtpEncryption))}
        />
        <TextField
          label={t('settings.email_port')}
          error={errorOf('port')}
          value={server.port}
          dir="ltr"
          inputMode="numeric"
          maxLength={5}
          required
          onChange={({ target }) => put({ port: target.value.trim() })}
        />
      </div>
      <TextField
        label={t('settings.email_user')}
        error={errorOf('user')}
        hint={t('settings.email_user_hint')}
        value={server.user}
        dir="ltr"
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => put({ user: target.value })}
      />
      <PasswordField
        label={t('settings.email_password')}
        error={errorOf('password')}
        hint={t(server.password === null ? 'settings.email_password_hint' : 'settings.email_password_kept')}
        value={server.typed ?? ''}
        showLabel={t('common.show_password')}
        hideLabel={t('common.hide_password')}
        autoComplete="off"
        onChange={({ target }) => put({ typed: target.value })}
      />
      <TextField
        label={t('settings.email_sender_name')}
        error={errorOf('sender_name')}
        value={server.sender_name}
        maxLength={80}
        required
        onChange={({ target }) => put({ sender_name: target.value })}
      />
      <TextField
        label={t('settings.email_sender_address')}
        error={errorOf('sender_address')}
        type="email"
        value={server.sender_address}
        dir="ltr"
        maxLength={254}
        required
        onChange={({ target }) => put({ sender_address: target.value })}
      />
    </>
  );
}

const usualPorts = { starttls: 587, tls: 465, none: 25 } as const satisfies Record<SmtpEncryption, number>;
const withUsualPort = (encryption: SmtpEncryption) => ({ encryption, port: usualPorts[encryption] });

/** TLS and STARTTLS are called so everywhere. */
export function useEncryptionName(): (encryption: SmtpEncryption) => string {
  const t = useText();
  return (encryption) => (encryption === 'none' ? t('settings.email_unencrypted') : encryption.toUpperCase());
}
