import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { currentUser, refreshUser, useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Entrance, fieldsClass } from '../Entrance.tsx';
import { FailedLinkOfSettings } from '../LinkFailure.tsx';
import { LinkProgress } from '../LinkProgress.tsx';

/**
 * Where the link in the email to a new address leads. Opening it changes nothing, for email programs preload links; a
 * press does it, signed in or not.
 */
export function ChangeEmailPage() {
  const t = useText();
  const { token = '' } = useParams({ strict: false });
  const isSignedIn = useUser() !== null;
  const link = useQuery({
    queryKey: ['email-link', token],
    queryFn: () => call('POST /api/email/change', { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const confirm = useMutation({
    mutationFn: () => call('POST /api/email/change/confirm', { body: { token } }),
    onSuccess: async () => {
      // All other sessions of this profile have been signed out.
      if (currentUser()) await refreshUser();
      await queries.invalidateQueries({ queryKey: ['email-change'] });
    },
  });
  const onwards = (
    <Link to={isSignedIn ? '/settings/settings' : '/login'} className={buttonClass({ variant: 'primary', wide: true })}>
      {t(isSignedIn ? 'auth.to_settings' : 'common.go_login')}
    </Link>
  );
  if (confirm.isSuccess)
    return (
      <Entrance title={t('auth.change_email_title')}>
        <div className={fieldsClass}>
          <Alert tone="positive" role="status">
            <p>{t(isSignedIn ? 'auth.change_email_done' : 'auth.change_email_done_login')}</p>
          </Alert>
          {onwards}
        </div>
      </Entrance>
    );
  const failed = confirm.isError ? confirm : link.isError ? link : undefined;
  if (failed)
    return (
      <FailedLinkOfSettings
        title={t('auth.change_email_title')}
        to="/settings/settings"
        label={t('auth.to_settings')}
        error={failed.error}
        retry={() => (confirm.isError ? confirm.mutate() : void link.refetch())}
      />
    );
  if (!link.data)
    return (
      <Entrance title={t('auth.change_email_title')}>
        <LinkProgress text={t('auth.restore_checking')} />
      </Entrance>
    );
  return (
    <Entrance
      title={t('auth.change_email_title')}
      intro={t('auth.change_email_text', { email: `\u2068${link.data.email}\u2069` })}
    >
      <Button variant="primary" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {t('auth.change_email_submit')}
      </Button>
    </Entrance>
  );
}
