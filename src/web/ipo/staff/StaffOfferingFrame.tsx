import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded, StaleMark } from '#web/platform/api/Async.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { isMissing, throwWithoutData } from '#web/platform/api/not-found.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { OfferingState } from '../OfferingState.tsx';
import { liveDeskOfferingQuery, type DeskInfo } from './offering-queries.ts';

/** The frame of an offering's parts at the desk: which offering it is, where it stands, and the way from part to part. */
export function DeskOfferingFrame({ children }: { children: (info: DeskInfo) => ReactNode }) {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...liveDeskOfferingQuery(id), throwOnError: throwWithoutData });
  const info = query.data;
  const back = (
    <Go to="/admin/ipo" className={buttonClass()}>
      {t('offerings.title')}
    </Go>
  );
  if (isMissing(query.error) && !info)
    return (
      <Statement title={t('offerings.missing_title')} text={t('offerings.missing_text')}>
        {back}
      </Statement>
    );
  return (
    <Page
      title={info ? <bdi>{info.terms.issuer}</bdi> : t('offerings.offering')}
      intro={
        info && (
          <>
            <bdi>{info.terms.ticker}</bdi> · <bdi>{info.terms.exchange}</bdi> <OfferingState state={info.state} />
          </>
        )
      }
      actions={
        <>
          <StaleMark query={query} />
          {back}
        </>
      }
    >
      <Tabs label={t('offerings.parts')}>
        <Go to={`/admin/ipo/${id}`}>{t('offerings.part_overview')}</Go>
        <Go to={`/admin/ipo/${id}/book`}>{t('offerings.applications')}</Go>
        <Go to={`/admin/ipo/${id}/terms`}>{t('offerings.part_terms')}</Go>
        <Go to={`/admin/ipo/${id}/decisions`}>{t('offerings.proposals')}</Go>
        <Go to={`/admin/ipo/${id}/history`}>{t('offerings.part_history')}</Go>
      </Tabs>
      <Loaded
        query={query}
        skeleton={
          <Card>
            <SkeletonRows count={8} />
          </Card>
        }
      >
        {children}
      </Loaded>
    </Page>
  );
}
