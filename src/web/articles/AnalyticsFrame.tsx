import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

/** The head that articles, market and economic calendar share. */
export function AnalyticsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useText();
  return (
    <Page title={t('articles.title')} intro={t('articles.intro')} actions={actions}>
      <Tabs label={t('articles.title')}>
        <Go to="/analytics">{t('articles.tab_articles')}</Go>
        <Go to="/analytics/market">{t('articles.tab_market')}</Go>
        <Go to="/analytics/calendar">{t('articles.tab_calendar')}</Go>
      </Tabs>
      {children}
    </Page>
  );
}
