import { useRouter } from '@tanstack/react-router';
import { takeIntendedPath } from '#web/platform/guards.ts';
import { useText } from '#web/platform/i18n.tsx';
import { currentLanguage } from '#web/platform/language.ts';
import { LanguageField } from '#web/platform/LanguageField.tsx';
import { beginSession } from '#web/platform/session.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { fieldsClass, pairClass } from './Entrance.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { TermsField } from './TermsField.tsx';
import { useCountryOptions } from './use-country-options.ts';

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

/** Opens the profile, signs in at once, and goes on to home. */
export function RegisterForm() {
  const t = useText();
  const router = useRouter();
  const countries = useCountryOptions();
  const form = useCallForm(empty);
  const { first_name, second_name, email } = form.values;
  const register = form.submit(async (values) => {
    await beginSession('POST /api/register', { body: { ...values, language: currentLanguage() } }, false);
    await router.navigate({ href: takeIntendedPath() });
  });
  return (
    <form className={fieldsClass} noValidate onSubmit={register}>
      <FormErrors messages={form.messages} />
      <div className={pairClass}>
        <TextField {...form.field('first_name')} label={t('auth.first_name')} autoComplete="given-name" required />
        <TextField {...form.field('second_name')} label={t('auth.second_name')} autoComplete="family-name" required />
      </div>
      <TextField
        {...form.field('email')}
        type="email"
        label={t('auth.email')}
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <SelectField
        {...form.field('country')}
        label={t('auth.country')}
        placeholder={t('auth.choose_country')}
        options={countries}
        autoComplete="country"
        required
      />
      <TextField {...form.field('phone')} type="tel" label={t('auth.phone_optional')} autoComplete="tel" />
      <NewPasswordFields
        label={t('auth.password')}
        password={form.field('password')}
        confirmation={form.field('password_confirmation')}
        personal={[first_name, second_name, email]}
      />
      <LanguageField hint={t('auth.language_hint')} />
      <TermsField {...form.tick('terms')} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {t('auth.register_submit')}
      </Button>
    </form>
  );
}
