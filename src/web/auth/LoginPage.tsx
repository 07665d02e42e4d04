import { useRouterState } from '@tanstack/react-router';
import { Suspense, lazy, useRef, useState } from 'react';
import type { Challenged } from '#contract/auth/endpoints.ts';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { passkeysWork } from '#web/platform/session/passkey.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { Entrance } from './Entrance.tsx';
import { LoginForm } from './login/LoginForm.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The first message of the login screen after a redirect, e.g. that the password is set. */
    notice?: TextKey;
    /** What the screen is called for staff, who open no account. */
    staff?: TextKey;
  }
}

/** Demo installations alone need it, so its code and texts are no part of the first screen. */
const DemoPeople = lazy(async () => {
  const [module] = await Promise.all([import('./DemoPeople.tsx'), loadTexts('demo')]);
  return { default: module.DemoPeople };
});

/** Comes after the password of those who have one, and is no part of the first screen either. */
const SecondFactorForm = lazy(async () => ({
  default: (await import('./login/SecondFactorForm.tsx')).SecondFactorForm,
}));

const EmailedCodeForm = lazy(async () => ({ default: (await import('./login/EmailedCodeForm.tsx')).EmailedCodeForm }));
const PasskeySignIn = lazy(async () => ({ default: (await import('./PasskeySignIn.tsx')).PasskeySignIn }));

/** The front door. */
export function LoginPage() {
  const t = useText();
  const { notice, staff } = useRouterState({ select: ({ location }) => location.state });
  const form = useCallForm({ email: '', password: '', remember: false });
  const [challenge, setChallenge] = useState<Challenged>();
  const submit = useRef<HTMLButtonElement>(null);
  const use = ({ email, password }: { email: string; password: string }) => {
    setChallenge(undefined);
    form.set('email', email);
    form.set('password', password);
    submit.current?.focus();
  };
  const Next = challenge?.methods.includes('email') ? EmailedCodeForm : SecondFactorForm;
  const people = windowConfig.demo && (
    <Suspense fallback={<Loading />}>
      <DemoPeople onUse={use} />
    </Suspense>
  );
  return (
    <Entrance
      title={t(staff ?? 'auth.login_title')}
      below={people}
      links={
        <>
          <Link to="/password/reset">{t('auth.forgot_password')}</Link>
          {!staff && <Link to="/register">{t('auth.to_register')}</Link>}
        </>
      }
    >
      {notice && (
        <Alert tone="positive" role="status">
          <p>{t(notice)}</p>
        </Alert>
      )}
      {challenge ? (
        <Suspense fallback={<Loading />}>
          <Next
            key={challenge.challenge}
            challenge={challenge}
            remember={form.values.remember}
            onChallenge={setChallenge}
            onStartAgain={() => setChallenge(undefined)}
          />
        </Suspense>
      ) : (
        <>
          <LoginForm form={form} submit={submit} onChallenge={setChallenge} />
          {passkeysWork() && (
            <Suspense fallback={<Skeleton shape="block" height="2.75rem" />}>
              <PasskeySignIn remember={form.values.remember} />
            </Suspense>
          )}
        </>
      )}
    </Entrance>
  );
}

const Loading = () => (
  <SkeletonGroup label={useText()('common.loading')}>
    <Skeleton shape="block" height="14rem" />
  </SkeletonGroup>
);
