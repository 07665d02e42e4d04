import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { isMissing, throwWithoutData } from '#web/platform/only-object.ts';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Columns, Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { OfferingState } from '../OfferingState.tsx';
import { BookCard } from './BookCard.tsx';
import { BookTableCard } from './BookTableCard.tsx';
import { DeskActs } from './DeskActs.tsx';
import { DeskHistoryCard } from './DeskHistoryCard.tsx';
import { liveDeskOfferingQuery } from './desk-queries.ts';
import { ProposalsCard } from './ProposalsCard.tsx';
import { ScheduleFacts } from './ScheduleFacts.tsx';
import { TermsFacts } from './TermsFacts.tsx';
import { TextsCard } from './TextsCard.tsx';

/** One offering with its book, what may be done with it now, what was proposed and what was done. */
export function DeskOfferingPage() {
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
      actions={back}
    >
      {info && <DeskActs info={info} />}
      {info && <ProposalsCard info={info} />}
      <Columns wide>
        <QueryCard query={query} title={t('offerings.schedule')} skeleton={<SkeletonRows count={5} />}>
          {(data) => <ScheduleFacts info={data} />}
        </QueryCard>
        <QueryCard query={query} title={t('offerings.book')} skeleton={<SkeletonRows count={5} />}>
          {(data) => <BookCard info={data} />}
        </QueryCard>
        <QueryCard query={query} title={t('offerings.terms')} skeleton={<SkeletonRows count={10} />}>
          {(data) => <TermsFacts info={data} />}
        </QueryCard>
      </Columns>
      {info && <TextsCard info={info} />}
      {info && info.state !== 'draft' && <BookTableCard info={info} />}
      {info && <DeskHistoryCard info={info} />}
    </Page>
  );
}
