import type { User } from '#contract/auth/endpoints.ts';
import { NewPasswordFields } from '#web/auth/NewPasswordFields.tsx';
import { PersonFields } from '#web/auth/PersonFields.tsx';
import { ConsentField } from '#web/legal/ConsentField.tsx';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { clearSetupToken } from '#web/platform/session/setup-token.ts';
import { storeToken } from '#web/platform/session/own-session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import type { Draft, StepProps } from './draft.ts';
import styles from './Setup.module.css';
import { StepActions } from './StepActions.tsx';

interface AdministratorStepProps extends StepProps {
  onOpened: (administrator: User) => void;
}

/** The first administrator. With this step everything is saved, and the setup is complete. */
export function AdministratorStep({ token, setup, draft, change, onBack, onOpened }: AdministratorStepProps) {
  const t = useText();
  const { settings, without_email } = draft;
  const form = useCallForm({ ...draft.person, password: '', password_confirmation: '', terms: false });
  const { first_name, second_name, email } = form.values;
  const personal = (name: keyof Draft['person']) => {
    const field = form.field(name);
    const onChange = (event: Parameters<typeof field.onChange>[0]) => {
      field.onChange(event);
      change({ person: { ...draft.person, [name]: event.target.value } });
    };
    return { ...field, onChange };
  };
  const finish = form.submit(async (values) => {
    // That of the environment is not ours to keep.
    const email_server = setup.given.includes('email_server') ? null : settings.email_server;
    const response = await call('POST /api/setup/finish', {
      body: { token, ...settings, email_server, without_email, ...values },
    });
    storeToken(response.token, false);
    clearSetupToken();
    onOpened(response.user);
  });
  return (
    <form className={styles.form} noValidate onSubmit={finish}>
      <FormErrors messages={form.messages} />
      <PersonFields field={personal} />
      <NewPasswordFields
        label={t('auth.password')}
        password={form.field('password')}
        confirmation={form.field('password_confirmation')}
        personal={[first_name, second_name, email, settings.brand_name]}
      />
      <ConsentField {...form.tick('terms')} />
      <StepActions onBack={onBack}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('setup.finish')}
        </Button>
      </StepActions>
    </form>
  );
}
