import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { OfferingState } from '../offering/OfferingState.tsx';
import { liveStaffOfferingQuery, type StaffOfferingInfo } from './offering-queries.ts';

/** The frame of an offering's parts for staff: which offering it is, its state, and the links from part to part. */
export function StaffOfferingFrame({ children }: { children: (info: StaffOfferingInfo) => ReactNode }) {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...liveStaffOfferingQuery(id), throwOnError: throwWithoutData });
  const info = query.data;
  if (isNotFound(query.error) && !info)
    return (
      <Statement title={t('offerings.missing_title')} text={t('offerings.missing_text')}>
        <Link to="/admin/ipo" className={buttonClass()}>
          {t('offerings.title')}
        </Link>
      </Statement>
    );
  return (
    <Page
      title={info ? <bdi>{info.terms.issuer}</bdi> : t('offerings.offering')}
      state={
        info && (
          <>
            <OfferingState state={info.state} reader="staff" />
            <span>
              <bdi>{info.terms.ticker}</bdi>
            </span>
            <span>
              <bdi>{info.terms.exchange}</bdi>
            </span>
          </>
        )
      }
      back={<Link to="/admin/ipo">{t('offerings.title')}</Link>}
      actions={<StaleMark query={query} />}
    >
      <Tabs label={t('offerings.parts')} hasEnd>
        <Link to={`/admin/ipo/${id}`}>{t('offerings.part_overview')}</Link>
        <Link to={`/admin/ipo/${id}/book`}>{t('offerings.applications')}</Link>
        <Link to={`/admin/ipo/${id}/terms`}>{t('offerings.part_terms')}</Link>
        <Link to={`/admin/ipo/${id}/decisions`}>{t('offerings.proposals')}</Link>
        <Link to={`/admin/ipo/${id}/history`}>{t('offerings.part_history')}</Link>
      </Tabs>
      <Async
        query={query}
        skeleton={
          <Card>
            <SkeletonRows count={8} />
          </Card>
        }
      >
        {children}
      </Async>
    </Page>
  );
}
