import { useRouter } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { fieldsClass } from '../Entrance.tsx';
import { NewPasswordFields } from '../NewPasswordFields.tsx';

/** Sets a new password with an emailed token and goes on to sign in with it. */
export function NewPasswordForm({ token }: { token: string }) {
  const t = useText();
  const router = useRouter();
  const form = useCallForm({ password: '', password_confirmation: '' });
  const save = form.submit(async (values) => {
    await call('POST /api/password/reset', { body: { token, ...values } });
    await router.navigate({
      href: pathIn(currentLanguage(), '/login'),
      state: { notice: 'auth.password_set' },
      replace: true,
    });
  });
  return (
    <form className={fieldsClass} noValidate onSubmit={save}>
      <p>{t('auth.restore_intro')}</p>
      <FormErrors messages={form.messages} />
      <NewPasswordFields
        label={t('common.new_password')}
        password={form.field('password')}
        confirmation={form.field('password_confirmation')}
        personal={[]}
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {t('auth.restore_submit')}
      </Button>
    </form>
  );
}
