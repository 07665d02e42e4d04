import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { Challenged } from '#contract/auth/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { startSession } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { icon } from '#web/ui/icon.ts';
import { Entrance, fieldsClass } from './Entrance.tsx';
import { LinkProgress } from './LinkProgress.tsx';
import { LinkFailure } from './LinkFailure.tsx';
import { useProviderAnswer, type ProviderAnswer } from './provider-answer.ts';
import { useOnce } from './use-one-time-token.ts';

const SecondFactorForm = lazy(async () => ({
  default: (await import('./login/SecondFactorForm.tsx')).SecondFactorForm,
}));
const EmailedCodeForm = lazy(async () => ({ default: (await import('./login/EmailedCodeForm.tsx')).EmailedCodeForm }));

/** Staff sign in by the company's provider: the button that leads there, and the way back with its answer. */
export function StaffLoginPage() {
  const t = useText();
  const [answer, forgetAnswer] = useProviderAnswer();
  const offer = useQuery({
    queryKey: ['staff-sign-in'],
    queryFn: () => call('POST /api/login/staff', { body: {} }),
    enabled: !answer,
  });
  const name = offer.data?.name;
  const router = useRouter();
  // Where the company has no provider, staff sign in as everybody does.
  const isElsewhere = !answer && offer.isSuccess && !name;
  useEffect(() => {
    if (isElsewhere)
      void router.navigate({
        href: pathIn(currentLanguage(), '/login'),
        replace: true,
        state: { staff: 'auth.staff_title' },
      });
  }, [isElsewhere, router]);
  return (
    <Entrance title={t('auth.staff_title')} links={<Link to="/login">{t('auth.back_to_login')}</Link>}>
      {answer ? (
        <Finish answer={answer} onStartAgain={forgetAnswer} />
      ) : name ? (
        <Begin name={name} />
      ) : offer.isError && !offer.isFetching ? (
        <LinkFailure error={offer.error} retry={() => void offer.refetch()}>
          {null}
        </LinkFailure>
      ) : (
        <LinkProgress text={t('common.loading')} />
      )}
    </Entrance>
  );
}

function Begin({ name }: { name: string }) {
  const t = useText();
  const form = useCallForm({});
  const go = form.submit(async () => {
    const { address } = await call('POST /api/login/staff/start', { body: {} });
    window.location.assign(address);
  });
  return (
    <form className={fieldsClass} noValidate onSubmit={go}>
      <FormErrors messages={form.messages} />
      <Button type="submit" variant="primary" wide busy={form.busy} icon={<Building2 {...icon} />}>
        {t('auth.staff_with', { name })}
      </Button>
    </form>
  );
}

const finish = (answer: string) =>
  startSession('POST /api/login/staff/finish', { body: JSON.parse(answer) as ProviderAnswer }, false);

function Finish({ answer, onStartAgain }: { answer: ProviderAnswer; onStartAgain: () => void }) {
  const t = useText();
  const router = useRouter();
  const attempt = useOnce(JSON.stringify(answer), finish);
  const [next, setNext] = useState<Challenged>();
  const challenge = next ?? (attempt.state === 'done' ? attempt.response : undefined);
  const isDone = attempt.state === 'done' && !challenge;
  useEffect(() => {
    if (isDone) void router.navigate({ href: takeIntendedPath(), replace: true });
  }, [isDone, router]);
  const working = <LinkProgress text={t('auth.autologin_working')} />;
  if (attempt.state === 'failed')
    return (
      <LinkFailure error={attempt.error} retry={attempt.retry}>
        <Button variant="primary" wide onClick={onStartAgain}>
          {t('auth.start_again')}
        </Button>
      </LinkFailure>
    );
  if (!challenge) return working;
  const Next = challenge.methods.includes('email') ? EmailedCodeForm : SecondFactorForm;
  return (
    <Suspense fallback={working}>
      <Next
        key={challenge.challenge}
        challenge={challenge}
        remember={false}
        onChallenge={setNext}
        onStartAgain={onStartAgain}
      />
    </Suspense>
  );
}
