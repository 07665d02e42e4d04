import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { ApplicationTable } from './ApplicationTable.tsx';
import { IpoPage } from './IpoPage.tsx';
import { isEnded, myIpoQuery } from './my-ipo-query.ts';

/** The own applications: those that go on, or those that came to their end. */
export function ApplicationsPage({ part }: { part: 'my_ipo' | 'history' }) {
  const t = useText();
  const applications = useQuery(myIpoQuery);
  return (
    <IpoPage title={t(`ipo.${part}_title`)} intro={t(`ipo.${part}_intro`)}>
      <QueryCard query={applications} flush skeleton={<SkeletonRows />}>
        {(all) => {
          const shown = all.filter((application) => isEnded(application) === (part === 'history'));
          if (shown.length > 0) return <ApplicationTable applications={shown} caption={t(`ipo.${part}_title`)} />;
          return (
            <EmptyState
              icon={FileClock}
              title={t(`ipo.${part}_empty_title`)}
              text={t(`ipo.${part}_empty_text`)}
              action={
                <Go to="/ipo/calendar" className={buttonClass({ variant: 'primary' })}>
                  {t('ipo.see_calendar')}
                </Go>
              }
            />
          );
        }}
      </QueryCard>
    </IpoPage>
  );
}
