import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SegmentsGroup } from '#web/platform/forms/dates/SegmentsFrame.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { supportSettingsQuery } from '../inbox-queries.ts';
import { SupportTabs } from '../SupportTabs.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../SupportStaff.module.css';
import { SettingsForm } from './SettingsForm.tsx';

/** When support works, what it promises to whom, and who changed it. */
export function SupportSettingsPage() {
  const t = useText();
  const mayChange = isAdmin(useSignedIn());
  const query = useQuery(supportSettingsQuery);
  return (
    <Page title={t('chats.settings')} intro={t('chats.settings_intro')}>
      <SupportTabs />
      {!mayChange && (
        <Alert>
          <p>{t('chats.settings_of_admin')}</p>
        </Alert>
      )}
      <QueryCard query={query} skeleton={<SkeletonRows count={12} />}>
        {({ settings, version }) => (
          <SegmentsGroup
            fallback={
              <SkeletonGroup label={t('common.loading')}>
                <SkeletonRows count={12} />
              </SkeletonGroup>
            }
          >
            <SettingsForm key={version} settings={settings} version={version} mayChange={mayChange} />
          </SegmentsGroup>
        )}
      </QueryCard>
      <QueryCard query={query} title={t('chats.history')} skeleton={<SkeletonRows count={3} />}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p className={textStyles.soft}>{t('chats.no_history')}</p>
          ) : (
            <ul className={styles.changes}>
              {changes.map(({ by, at, details }) => (
                <li key={at}>
                  <p>
                    <bdi>{by}</bdi> · <DateTime at={at} />
                  </p>
                  <dl>
                    {Object.entries(details).map(([name, change]) => (
                      <div key={name}>
                        <dt>{t(`chats.setting_${name as 'tiers'}`)}</dt>
                        <dd dir="ltr">{change}</dd>
                      </div>
                    ))}
                  </dl>
                </li>
              ))}
            </ul>
          )
        }
      </QueryCard>
    </Page>
  );
}
