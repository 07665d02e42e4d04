import type { ReactNode, SubmitEvent } from 'react';
import { isProtected, type ProtectedKey, type OpenKey } from '#contract/settings/names.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshSettings } from '../settings-queries.ts';
import styles from '../Settings.module.css';
import { nameKeyOf } from '../names.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProtectedChange } from './use-protected-change.ts';

interface SetBackProps<Key> {
  setting: Pick<Setting, 'version'> & { key: Key };
  value: unknown;
  onDone: () => void;
}

/** A new version with an old value; the history stays complete. */
export function SetBack({ setting, ...rest }: SetBackProps<Setting['key']>) {
  const { key, version } = setting;
  return isProtected(key) ? (
    <SetGuardedBack setting={{ key, version }} {...rest} />
  ) : (
    <SetOpenBack setting={{ key, version }} {...rest} />
  );
}

function SetGuardedBack({ setting, value, onDone }: SetBackProps<ProtectedKey>) {
  const { form, ways } = useProtectedChange(setting, value, onDone);
  return (
    <SetBackForm form={form} onSubmit={ways.byPassword}>
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </SetBackForm>
  );
}

function SetOpenBack({ setting: { key, version }, value, onDone }: SetBackProps<OpenKey>) {
  const t = useText();
  const form = useCallForm({ value: '', reason: '' });
  const submit = form.submit(async ({ reason }) => {
    await call('POST /api/staff/settings/save', { body: { key, value, version, reason } }).finally(refreshSettings);
    toast({ text: t('settings.saved', { name: t(nameKeyOf(key)) }) });
    onDone();
  });
  return <SetBackForm form={form} onSubmit={submit} />;
}

interface SetBackFormProps {
  form: Pick<ReturnType<typeof useCallForm<{ value: string; reason: string }>>, 'field' | 'messages' | 'busy'>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children?: ReactNode;
}

function SetBackForm({ form, onSubmit, children }: SetBackFormProps) {
  const t = useText();
  const { error } = form.field('value');
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormErrors messages={[...form.messages, ...(error ? [error] : [])]} />
      <TextField {...form.field('reason')} label={t('settings.reason')} maxLength={300} required />
      {children}
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('settings.set_back')}
        </Button>
      </div>
    </form>
  );
}
