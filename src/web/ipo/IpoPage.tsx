import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { Page, type PageProps } from '#web/ui/Page.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

/** The frame of the four IPO screens, with the way from one to the other. */
export function IpoPage({ children, ...page }: PageProps & { children: ReactNode }) {
  const t = useText();
  return (
    <Page {...page}>
      <Tabs label={t('ipo.parts')}>
        <Go to="/ipo/calendar" exact={false}>
          {t('ipo.tab_calendar')}
        </Go>
        <Go to="/ipo/calculator" exact={false}>
          {t('ipo.tab_calculator')}
        </Go>
        <Go to="/ipo/my-ipo" exact={false}>
          {t('ipo.tab_my_ipo')}
        </Go>
        <Go to="/ipo/history" exact={false}>
          {t('ipo.tab_history')}
        </Go>
      </Tabs>
      {children}
    </Page>
  );
}
