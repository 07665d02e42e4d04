import { useState } from 'react';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { useBegunElsewhere } from './begun-elsewhere.ts';
import { Entrance } from './Entrance.tsx';
import { EmailSent } from './email-request/EmailSent.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** Opens a client profile. */
export function RegisterPage() {
  const t = useText();
  const begun = useBegunElsewhere();
  const [sentTo, setSentTo] = useState<string>();
  const isSent = sentTo !== undefined;
  return (
    <Entrance
      title={t('auth.register_title')}
      intro={isSent ? undefined : t('auth.register_intro', { app: windowConfig.appName })}
      links={<Link to="/login">{t(isSent ? 'auth.back_to_login' : 'auth.to_login')}</Link>}
    >
      {isSent ? (
        <EmailSent
          text={t('auth.register_sent', { email: sentTo })}
          again={() => call('POST /api/email/resend', { body: { email: sentTo } })}
        />
      ) : (
        <RegisterForm begun={begun} onSent={setSentTo} />
      )}
    </Entrance>
  );
}
