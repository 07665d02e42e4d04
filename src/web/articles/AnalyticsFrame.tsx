import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';

/** The head that articles, market and economic calendar share. */
export function AnalyticsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useText();
  return (
    <Page title={t('articles.title')} intro={t('articles.intro')} actions={actions}>
      <Tabs label={t('articles.title')}>
        <Link to="/analytics">{t('articles.tab_articles')}</Link>
        <Link to="/analytics/market">{t('articles.tab_market')}</Link>
        <Link to="/analytics/calendar">{t('articles.tab_calendar')}</Link>
      </Tabs>
      {children}
    </Page>
  );
}
