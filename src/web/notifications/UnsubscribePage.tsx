import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Unsubscription } from '#contract/notifications/endpoints.ts';
import { Entrance } from '#web/auth/Entrance.tsx';
import { FailedLinkOfSettings } from '#web/auth/LinkFailure.tsx';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';

const settingsPath = '/settings/notifications';

/** Where the link at the end of an email leads. Opening it ends nothing, for email programs preload links. */
export function UnsubscribePage() {
  const t = useText();
  const lang = useLanguage();
  const { token = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['unsubscription', token],
    queryFn: () => call('GET /api/unsubscribe/:token', { params: { token } }),
  });
  const stop = useMutation({
    mutationFn: (wholeGroup: boolean) =>
      call('POST /:lang/unsubscribe/:token', { params: { lang, token }, body: { whole_group: wholeGroup } }),
  });
  const failed = query.error ?? stop.error;
  if (failed) {
    return (
      <FailedLinkOfSettings
        title={t('notifications.unsubscribe_title')}
        to={settingsPath}
        label={t('notifications.settings')}
        error={failed}
        retry={() => void (query.error ? query.refetch() : stop.mutate(stop.variables ?? false))}
      />
    );
  }
  return (
    <Entrance title={t('notifications.unsubscribe_title')} intro={t('notifications.unsubscribe_note')}>
      <Async query={query} skeleton={<SkeletonRows count={1} />}>
        {(found) => {
          const wholeGroup = !(stop.isSuccess && stop.variables) && (
            <WholeGroup what={found} isBusy={stop.isPending} onEnd={stop.mutate} />
          );
          if (!stop.isSuccess && !found.ended) {
            return (
              <>
                <Question what={found} isBusy={stop.isPending} onEnd={stop.mutate} />
                {wholeGroup}
              </>
            );
          }
          return (
            <>
              <Alert tone="positive" role="status">
                <p>{t('notifications.unsubscribe_done')}</p>
              </Alert>
              {wholeGroup}
              <Link to={settingsPath} className={buttonClass({ wide: true })}>
                {t('notifications.settings')}
              </Link>
            </>
          );
        }}
      </Async>
    </Entrance>
  );
}

interface QuestionProps {
  what: Unsubscription;
  isBusy: boolean;
  onEnd: (wholeGroup: boolean) => void;
}

function Question({ what: { group, title }, isBusy, onEnd }: QuestionProps) {
  const t = useText();
  const name = group && t(`notifications.group_${group}`);
  return (
    <>
      <p>
        {title
          ? t('notifications.unsubscribe_kind', { title })
          : name
            ? t('notifications.unsubscribe_group', { group: name })
            : t('notifications.unsubscribe_all')}
      </p>
      <Button variant="primary" wide busy={isBusy} onClick={() => onEnd(false)}>
        {t('notifications.unsubscribe_submit')}
      </Button>
    </>
  );
}

/**
 * A link is for one kind of email. Its whole group can be ended as well, also after the email program has ended the
 * kind.
 */
function WholeGroup({ what: { group, title }, isBusy, onEnd }: QuestionProps) {
  const t = useText();
  if (!title || !group) return null;
  return (
    <Button wide busy={isBusy} onClick={() => onEnd(true)}>
      {t('notifications.unsubscribe_whole_group', { group: t(`notifications.group_${group}`) })}
    </Button>
  );
}
