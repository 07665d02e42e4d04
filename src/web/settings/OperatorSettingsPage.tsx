import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { groupOf, houseGroups, type HouseGroup } from '#contract/settings-names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { NotFoundPage } from '#web/shell/NotFoundPage.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { GroupCard } from './GroupCard.tsx';
import { houseQuery } from './settings-queries.ts';
import { useFound } from './use-search.ts';

const groups = Object.keys(houseGroups) as HouseGroup[];

/** How the house is set: what holds, where that comes from, who chose it, and all that it was before. Group by group, or what is looked for. */
export function HouseSettingsPage() {
  const t = useText();
  const mayChange = isAdmin(useSignedIn());
  const query = useQuery(houseQuery);
  const { part = 'brand' } = useParams({ strict: false }) as { part?: string };
  const [words, setWords] = useState('');
  const found = useFound(words);
  const present = groups.find((group) => group === part);
  if (!present) return <NotFoundPage />;
  const shown = found ? groups.filter((group) => houseGroups[group].some((key) => found.has(key))) : [present];
  const waiting = (group: HouseGroup) => query.data?.proposals.filter(({ key }) => groupOf(key) === group).length ?? 0;
  return (
    <Page
      title={t('house.title')}
      intro={t('house.intro')}
      actions={<CsvButton act={() => download('GET /api/staff/settings/file', {})} />}
    >
      {!mayChange && (
        <Alert>
          <p>{t('house.of_admin')}</p>
        </Alert>
      )}
      <Filters label={t('house.search')}>
        <TextField
          type="search"
          label={t('house.search')}
          maxLength={80}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Filters>
      <Tabs label={t('house.groups')}>
        {groups.map((group) => (
          <Go key={group} to={group === 'brand' ? '/admin/settings' : `/admin/settings/${group}`} exact>
            {t(`house.group_${group}`)}
            {waiting(group) > 0 && <Badge tone="warning">{waiting(group)}</Badge>}
          </Go>
        ))}
      </Tabs>
      {shown.map((group) => (
        <GroupCard key={group} group={group} query={query} found={found} mayChange={mayChange} />
      ))}
      {shown.length === 0 && <p role="status">{t('house.no_match')}</p>}
      <p>
        <Go to="/chats/settings">{t('house.support_hours')}</Go>
      </p>
    </Page>
  );
}
