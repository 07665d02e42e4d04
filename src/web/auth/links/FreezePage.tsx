import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { clearSession, useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Entrance } from '../Entrance.tsx';
import { LinkFailure } from '../LinkFailure.tsx';

/**
 * Where the link of a security email leads. Opening it freezes nothing, for email programs preload links. After it has
 * expired the next best thing is shown: a new password, which ends the sessions too.
 */
export function FreezePage() {
  const t = useText();
  const { token = '' } = useParams({ strict: false });
  const user = useUser();
  const freeze = useMutation({
    mutationFn: () => call('POST /api/freeze', { body: { token } }),
    onSuccess: () => {
      if (user) clearSession();
    },
  });
  const isOpen = freeze.isIdle || freeze.isPending;
  const isDisputed = freeze.data?.opened_by === 'staff';
  const newPassword = (
    <Link
      to={user ? '/settings/settings' : '/password/reset'}
      className={buttonClass({ variant: 'primary', wide: true })}
    >
      {t('auth.reset_title')}
    </Link>
  );
  return (
    <Entrance
      title={t('auth.freeze_title')}
      intro={isOpen && t('auth.freeze_text')}
      links={isOpen && <Link to={user ? '/home' : '/login'}>{t(user ? 'common.go_home' : 'auth.back_to_login')}</Link>}
    >
      {freeze.isSuccess && (
        <>
          <Alert tone="positive" role="status">
            <p>{t(isDisputed ? 'auth.freeze_disputed' : 'auth.freeze_done')}</p>
          </Alert>
          {!isDisputed && newPassword}
        </>
      )}
      {freeze.isError && (
        <LinkFailure error={freeze.error} retry={() => freeze.mutate()}>
          {newPassword}
        </LinkFailure>
      )}
      {isOpen && (
        <Button variant="primary" wide busy={freeze.isPending} onClick={() => freeze.mutate()}>
          {t('auth.freeze_submit')}
        </Button>
      )}
    </Entrance>
  );
}
