import { useRouter } from '@tanstack/react-router';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage } from '#web/platform/i18n/language.ts';
import { startSession } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ConsentField, useInForce } from '#web/legal/ConsentField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { fieldsClass } from './Entrance.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { PersonFields } from './PersonFields.tsx';

const empty = {
  first_name: '',
  second_name: '',
  email: '',
  country: '',
  phone: '',
  password: '',
  password_confirmation: '',
  terms: false,
};

interface RegisterFormProps {
  /** What of it was typed before. */
  begun: Partial<typeof empty>;
  /** The address is to be confirmed first, by the email that is on its way there. */
  onSent: (email: string) => void;
}

/**
 * Opens the profile. It signs in at once and goes on to home, unless the settings require a confirmed address first.
 */
export function RegisterForm({ begun, onSent }: RegisterFormProps) {
  const t = useText();
  const router = useRouter();
  const form = useCallForm({ ...empty, ...begun });
  const { first_name, second_name, email } = form.values;
  const documents = useInForce().versions.map(({ id }) => id);
  const register = form.submit(async (values) => {
    const body = { ...values, documents, language: currentLanguage() };
    if (await startSession('POST /api/register', { body }, false)) return onSent(values.email.trim());
    await router.navigate({ href: takeIntendedPath() });
  });
  return (
    <form className={fieldsClass} noValidate data-unmarked onSubmit={register}>
      <FormErrors messages={form.messages} />
      <PersonFields field={form.field}>
        <TextField {...form.field('phone')} type="tel" label={t('auth.phone_optional')} autoComplete="tel" />
      </PersonFields>
      <NewPasswordFields
        label={t('auth.password')}
        password={form.field('password')}
        confirmation={form.field('password_confirmation')}
        personal={[first_name, second_name, email]}
      />
      <ConsentField {...form.tick('terms')} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {t('auth.register_submit')}
      </Button>
    </form>
  );
}
