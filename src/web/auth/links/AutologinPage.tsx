import { useParams, useRouter } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { Challenged } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { homeOf } from '#web/platform/navigation/guards.ts';
import { currentUser, startSession } from '#web/platform/session/session.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Entrance } from '../Entrance.tsx';
import { FailedLink } from '../LinkFailure.tsx';
import { LinkProgress } from '../LinkProgress.tsx';
import { useOnce } from '../use-one-time-token.ts';

const SecondFactorForm = lazy(async () => ({
  default: (await import('../login/SecondFactorForm.tsx')).SecondFactorForm,
}));

const signIn = (token: string) => startSession('GET /api/autologin/:token', { params: { token } }, false);

/** Signs in with a one-time link, and with the second factor of a person who has one, and goes home. */
export function AutologinPage() {
  const t = useText();
  const router = useRouter();
  const { token = '' } = useParams({ strict: false });
  const attempt = useOnce(token, signIn);
  const [next, setNext] = useState<Challenged>();
  const challenge = next ?? (attempt.state === 'done' ? attempt.response : undefined);
  const isDone = attempt.state === 'done' && !challenge;
  useEffect(() => {
    if (isDone) void router.navigate({ href: pathIn(currentLanguage(), homeOf(currentUser())), replace: true });
  }, [isDone, router]);
  const startAgain = () => void router.navigate({ href: pathIn(currentLanguage(), '/login'), replace: true });
  const working = <LinkProgress text={t('auth.autologin_working')} />;
  if (attempt.state === 'failed')
    return (
      <FailedLink
        title={t('auth.login_title')}
        instead="auth.link_password"
        error={attempt.error}
        retry={attempt.retry}
      >
        <Link to="/login" className={buttonClass({ variant: 'primary', wide: true })}>
          {t('common.go_login')}
        </Link>
      </FailedLink>
    );
  return (
    <Entrance title={t('auth.autologin_title')}>
      {challenge ? (
        <Suspense fallback={working}>
          <SecondFactorForm
            key={challenge.challenge}
            challenge={challenge}
            remember={false}
            byLink
            onChallenge={setNext}
            onStartAgain={startAgain}
          />
        </Suspense>
      ) : (
        working
      )}
    </Entrance>
  );
}
