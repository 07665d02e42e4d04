import { useQuery } from '@tanstack/react-query';
import type { SupportSettings } from '#contract/support/settings.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
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
              {data.open || !data.opens_at ? (
                t('chats.effect_open')
              ) : (
                <DateTime at={data.opens_at} within="chats.effect_closed" />
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
                  cell: ({ reply_by }) => (reply_by ? <DateTime at={reply_by} /> : '–'),
                },
                {
                  key: 'resolve',
                  header: t('chats.effect_resolve'),
                  cell: ({ resolve_by }) => (resolve_by ? <DateTime at={resolve_by} /> : '–'),
                },
              ]}
            />
          </>
        )
      )}
    </section>
  );
}
