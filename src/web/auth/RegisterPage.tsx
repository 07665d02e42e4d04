import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { Entrance } from './Entrance.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** Opens a client profile. */
export function RegisterPage() {
  const t = useText();
  return (
    <Entrance
      title={t('auth.register_title')}
      intro={t('auth.register_intro', { app: windowConfig.appName })}
      links={<Go to="/login">{t('auth.to_login')}</Go>}
    >
      <RegisterForm />
    </Entrance>
  );
}
