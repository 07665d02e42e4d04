import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/language.ts';
import { Go } from '#web/platform/navigation.tsx';
import { beginSession } from '#web/platform/session.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Entrance } from './Entrance.tsx';
import { LinkFailure } from './LinkFailure.tsx';
import { LinkProgress } from './LinkProgress.tsx';
import { useOnce } from './use-once.ts';

const signIn = (token: string) => beginSession('GET /api/autologin/:token', { params: { token } }, false);

/** Signs in with a one-time link and goes home. */
export function AutologinPage() {
  const t = useText();
  const router = useRouter();
  const { token = '' } = useParams({ strict: false });
  const attempt = useOnce(token, signIn);
  const isDone = attempt.state === 'done';
  useEffect(() => {
    if (isDone) void router.navigate({ href: pathIn(currentLanguage(), '/home'), replace: true });
  }, [isDone, router]);
  return (
    <Entrance title={t('auth.autologin_title')}>
      {attempt.state === 'failed' ? (
        <LinkFailure error={attempt.error} retry={attempt.retry}>
          <Go to="/login" className={buttonClass({ variant: 'primary', wide: true })}>
            {t('common.go_login')}
          </Go>
        </LinkFailure>
      ) : (
        <LinkProgress text={t('auth.autologin_working')} />
      )}
    </Entrance>
  );
}
