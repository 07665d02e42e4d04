import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Page, type PageProps } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';

/** The frame of the four IPO screens, with the way from one to the other. */
export function IpoPage({ children, figure, ...page }: PageProps & { children: ReactNode }) {
  const t = useText();
  const tabs = (
    <Tabs label={t('ipo.parts')}>
      <Link to="/ipo/calendar" exact={false}>
        {t('ipo.tab_calendar')}
      </Link>
      <Link to="/ipo/calculator" exact={false}>
        {t('ipo.tab_calculator')}
      </Link>
      <Link to="/ipo/my-ipo" exact={false}>
        {t('ipo.tab_my_ipo')}
      </Link>
      <Link to="/ipo/history" exact={false}>
        {t('ipo.tab_history')}
      </Link>
    </Tabs>
  );
  const headed = figure && (
    <>
      {tabs}
      {figure}
    </>
  );
  return (
    <Page {...page} figure={headed}>
      {!headed && tabs}
      {children}
    </Page>
  );
}
