import { useParams } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { currentUser, refreshUser, useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { ResendForm } from '../email-request/LinkForms.tsx';
import { Entrance, fieldsClass } from '../Entrance.tsx';
import { FailedLink } from '../LinkFailure.tsx';
import { LinkProgress } from '../LinkProgress.tsx';
import { useOnce } from '../use-one-time-token.ts';

async function verify(token: string): Promise<void> {
  await call('POST /api/email/verify', { body: { token } });
  if (currentUser()) await refreshUser();
}

/** Where the link of the verification email leads: confirms the address at once, signed in or not. */
export function VerifyEmailPage() {
  const t = useText();
  const isSignedIn = useUser() !== null;
  const { id = '' } = useParams({ strict: false });
  const verification = useOnce(id, verify);
  if (verification.state === 'failed')
    return (
      <FailedLink
        title={t('auth.verify_title')}
        instead={isSignedIn ? undefined : 'auth.link_resend'}
        links={
          <Link to={isSignedIn ? '/home' : '/login'}>{t(isSignedIn ? 'common.go_home' : 'auth.back_to_login')}</Link>
        }
        error={verification.error}
        retry={verification.retry}
      >
        <ResendForm />
      </FailedLink>
    );
  return (
    <Entrance title={t('auth.verify_title')}>
      {verification.state === 'working' && <LinkProgress text={t('auth.verify_working')} />}
      {verification.state === 'done' && (
        <div className={fieldsClass}>
          <Alert tone="positive" role="status">
            <p>{t('auth.verify_done')}</p>
          </Alert>
          <Link to={isSignedIn ? '/home' : '/login'} className={buttonClass({ variant: 'primary', wide: true })}>
            {t(isSignedIn ? 'common.go_home' : 'common.go_login')}
          </Link>
        </div>
      )}
    </Entrance>
  );
}
