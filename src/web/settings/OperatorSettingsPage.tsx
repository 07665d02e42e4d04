import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  partOf,
  settingsGroups,
  settingsParts,
  type SettingKey,
  type SettingsGroup,
  type SettingsPart,
} from '#contract/settings/names.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { NotFoundPage } from '#web/shell/NotFoundPage.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { hiddenLabels } from '#web/ui/VisuallyHidden.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { ChangesCard } from './changes/ChangesCard.tsx';
import { HistoryDialog } from './changes/HistoryDialog.tsx';
import { GroupCard } from './GroupCard.tsx';
import styles from './Settings.module.css';
import { firstBrandOf, valuesOf } from './setting-value.ts';
import { settingsQuery } from './settings-queries.ts';
import { useFound } from './use-search.ts';

const groups = Object.keys(settingsGroups) as SettingsGroup[];
const parts = Object.keys(settingsParts) as SettingsPart[];

/**
 * The operator's settings: the value in force, its source, who chose it, and its history. Part by part, or by search.
 */
export function OperatorSettingsPage() {
  const t = useText();
  const mayChange = isAdmin(useSignedIn());
  const query = useQuery(settingsQuery);
  const { part = 'brand' } = useParams({ strict: false }) as { part?: string };
  const [words, setWords] = useState('');
  const [read, setRead] = useState<Setting>();
  const found = useFound(words);
  const present = parts.find((each) => each === part);
  if (!present) return <NotFoundPage />;
  const shown = found
    ? groups.filter((group) => settingsGroups[group].some((key) => found.has(key)))
    : settingsParts[present];
  const keys = new Set<SettingKey>(
    shown.flatMap((group) => settingsGroups[group].filter((key: SettingKey) => found?.has(key) ?? true)),
  );
  const waiting = (each: SettingsPart) =>
    query.data?.approvalRequests.filter(({ key }) => partOf(key) === each).length ?? 0;
  return (
    <Page
      title={t('settings.title')}
      intro={t('settings.intro')}
      actions={
        <>
          <search className={cx(styles.search, hiddenLabels)}>
            <TextField
              type="search"
              label={t('settings.search')}
              placeholder={t('settings.search')}
              maxLength={80}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </search>
          <CsvButton action={() => download('GET /api/staff/settings/file', {})} />
        </>
      }
    >
      {!mayChange && (
        <Alert>
          <p>{t('settings.of_admin')}</p>
        </Alert>
      )}
      <Tabs label={t('settings.groups')}>
        {parts.map((each) => (
          <Link key={each} to={each === 'brand' ? '/admin/settings' : `/admin/settings/${each}`} exact>
            {t(`settings.group_${each}`)}
            {waiting(each) > 0 && <Badge tone="warning">{waiting(each)}</Badge>}
          </Link>
        ))}
        <Link to="/chats/settings">{t('settings.support_hours')}</Link>
      </Tabs>
      {shown.length === 0 && <p role="status">{t('settings.no_match')}</p>}
      <Beside
        sheet
        aside={
          query.data &&
          shown.length > 0 && (
            <>
              {present === 'brand' && !found && (
                <Card title={t('settings.preview')}>
                  <BrandPreview brand={firstBrandOf(valuesOf(query.data.settings))} />
                </Card>
              )}
              <ChangesCard settings={query.data.settings.filter(({ key }) => keys.has(key))} onHistory={setRead} />
            </>
          )
        }
      >
        {shown.map((group) => (
          <GroupCard
            key={group}
            group={group}
            titled={found !== null || group !== present}
            query={query}
            found={found}
            mayChange={mayChange}
          />
        ))}
      </Beside>
      {read && (
        <HistoryDialog
          setting={read}
          mayChange={mayChange && !query.data?.approvalRequests.some(({ key }) => key === read.key)}
          onClose={() => setRead(undefined)}
        />
      )}
    </Page>
  );
}
