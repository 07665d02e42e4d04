import { useQuery } from '@tanstack/react-query';
import { dateFormat } from '#contract/kernel/text/date-format.ts';
import type { SupportSettings } from '#contract/support/settings.ts';
import { Rich, useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { readProblems } from '#web/ui/forms/form-errors.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from '../SupportStaff.module.css';
import { settingsPreviewQuery } from '../inbox-queries.ts';

/** What a client of each tier who asks now would be promised; null while the settings cannot be read. */
export function SettingsPreview({ settings }: { settings: SupportSettings | null }) {
  const t = useText();
  const { data, error } = useQuery(settingsPreviewQuery(settings));
  const zoned = dateFormat(useLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: settings?.time_zone ?? 'UTC',
  });
  const when = (at: string) => zoned(new Date(at));
  // In the zone of the hours that are changed here, whatever the reader's own.
  const timeOf = (at: string) => (
    <time key="time" dateTime={at}>
      {when(at)}
    </time>
  );
  const texts = { failed: t('common.went_wrong'), problems: t('common.input_problems') };
  return (
    <section className={styles.group} aria-label={t('chats.effect')}>
      <h2 className={styles.effect}>{t('chats.effect')}</h2>
      {error ? (
        <Alert tone="warning">
          {readProblems(error, [], texts).messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      ) : (
        data && (
          <>
            <p className={textStyles.soft}>
              {settings && `${t('chats.effect_zone', { zone: settings.time_zone.replaceAll('_', ' ') })} `}
              {data.open || !data.opens_at ? (
                t('chats.effect_open')
              ) : (
                <Rich id="chats.effect_closed" parts={[timeOf(data.opens_at)]} values={{ when: when(data.opens_at) }} />
              )}
            </p>
            <DataTable
              caption={t('chats.effect')}
              rows={data.slas}
              rowKey={({ tier }) => tier}
              columns={[
                { key: 'tier', header: t('chats.tier'), cell: ({ tier }) => t(`common.tier_${tier}`) },
                {
                  key: 'reply',
                  header: t('chats.effect_reply'),
                  cell: ({ reply_by }) => (reply_by ? timeOf(reply_by) : '–'),
                },
                {
                  key: 'resolve',
                  header: t('chats.effect_resolve'),
                  cell: ({ resolve_by }) => (resolve_by ? timeOf(resolve_by) : '–'),
                },
              ]}
            />
          </>
        )
      )}
    </section>
  );
}
