import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { forgetSession, useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Entrance } from './Entrance.tsx';
import { LinkFailure } from './LinkFailure.tsx';

/**
 * Where the link of a security letter leads. Nothing is frozen by opening it, for mail programs look ahead. Whoever comes
 * too late is shown the next best thing: a new password, which ends the sessions too.
 */
export function FreezePage() {
  const t = useText();
  const { token = '' } = useParams({ strict: false });
  const user = useUser();
  const freeze = useMutation({
    mutationFn: () => call('POST /api/freeze', { body: { token } }),
    onSuccess: () => {
      if (user) forgetSession();
    },
  });
  const isDisputed = freeze.data?.opened_by === 'staff';
  const newPassword = (
    <Go
      to={user ? '/settings/settings' : '/password/reset'}
      className={buttonClass({ variant: 'primary', wide: true })}
    >
      {t('auth.reset_title')}
    </Go>
  );
  return (
    <Entrance title={t('auth.freeze_title')} intro={!freeze.isSuccess && !freeze.isError && t('auth.freeze_text')}>
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
      {(freeze.isIdle || freeze.isPending) && (
        <Button variant="danger" wide busy={freeze.isPending} onClick={() => freeze.mutate()}>
          {t('auth.freeze_submit')}
        </Button>
      )}
    </Entrance>
  );
}
