import { dateFormat } from '#contract/kernel/text/date-format.ts';
import { Button } from '#web/ui/Button.tsx';
import { lastResponseAt, useIsOnline } from '#web/platform/realtime/connection.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useNewVersion } from '#web/platform/realtime/new-version.ts';
import styles from './ConnectionNotes.module.css';

/** Says below the page that there is no network, and since when what is shown may be out of date; or that there is a new version. */
export function ConnectionNotes() {
  const t = useText();
  const language = useLanguage();
  const isOnline = useIsOnline();
  const takeNew = useNewVersion();
  const respondedAt = lastResponseAt();
  const offline = respondedAt
    ? t('common.offline_as_of', { time: dateFormat(language, { timeStyle: 'short' })(respondedAt) })
    : t('common.offline_title');
  return (
    <div role="status" className={styles.notes}>
      {!isOnline && <p className={styles.offline}>{offline}</p>}
      {isOnline && takeNew && (
        <p className={styles.version}>
          {t('common.new_version')}
          <Button size="small" onClick={takeNew}>
            {t('common.reload')}
          </Button>
        </p>
      )}
    </div>
  );
}
