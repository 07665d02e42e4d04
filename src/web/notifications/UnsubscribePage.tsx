import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Entrance } from '#web/auth/Entrance.tsx';
import { LinkFailure } from '#web/auth/LinkFailure.tsx';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useLanguage } from '#web/platform/language.ts';
import { Loaded } from '#web/platform/Loaded.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';

/** Where the link at the end of a mail leads. Opening it ends nothing, for mail programs look ahead. */
export function UnsubscribePage() {
  const t = useText();
  const lang = useLanguage();
  const { token = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['unsubscription', token],
    queryFn: () => call('GET /api/unsubscribe/:token', { params: { token } }),
  });
  const stop = useMutation({
    mutationFn: () => call('POST /:lang/unsubscribe/:token', { params: { lang, token }, body: {} }),
  });
  const failed = query.error ?? stop.error;
  const settings = (
    <Go to="/settings/notifications" className={buttonClass({ wide: true })}>
      {t('notifications.settings')}
    </Go>
  );
  if (failed) {
    return (
      <Entrance title={t('notifications.unsubscribe_title')}>
        <LinkFailure error={failed} retry={() => void (query.error ? query.refetch() : stop.mutate())}>
          {settings}
        </LinkFailure>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('notifications.unsubscribe_title')} intro={t('notifications.unsubscribe_note')}>
      <Loaded query={query} skeleton={<SkeletonRows count={1} />}>
        {({ what, ended }) =>
          ended || stop.isSuccess ? (
            <>
              <Alert tone="positive" role="status">
                <p>{t('notifications.unsubscribe_done')}</p>
              </Alert>
              {settings}
            </>
          ) : (
            <>
              <p>
                {what === 'all'
                  ? t('notifications.unsubscribe_all')
                  : t('notifications.unsubscribe_group', { group: t(`notifications.group_${what}`) })}
              </p>
              <Button variant="primary" wide busy={stop.isPending} onClick={() => stop.mutate()}>
                {t('notifications.unsubscribe_submit')}
              </Button>
            </>
          )
        }
      </Loaded>
    </Entrance>
  );
}
