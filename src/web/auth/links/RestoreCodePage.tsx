import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { ResetForm } from '../email-request/LinkForms.tsx';
import { Entrance } from '../Entrance.tsx';
import { FailedLink } from '../LinkFailure.tsx';
import { LinkProgress } from '../LinkProgress.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** Where the link of the reset email leads. The link is checked before anything is typed. */
export function RestoreCodePage() {
  const t = useText();
  const { token = '' } = useParams({ strict: false });
  const check = useQuery({
    queryKey: ['restore-code', token],
    queryFn: () => call('POST /api/restore-code', { body: { token } }),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const back = <Link to="/login">{t('auth.back_to_login')}</Link>;
  if (check.isError)
    return (
      <FailedLink
        title={t('auth.restore_title')}
        instead="auth.link_resend"
        links={back}
        error={check.error}
        retry={() => void check.refetch()}
      >
        <ResetForm />
      </FailedLink>
    );
  return (
    <Entrance title={t('auth.restore_title')} links={back}>
      {check.isPending && <LinkProgress text={t('auth.restore_checking')} />}
      {check.isSuccess && <NewPasswordForm token={token} />}
    </Entrance>
  );
}
