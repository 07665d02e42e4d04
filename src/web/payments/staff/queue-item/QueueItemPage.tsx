import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { QueueNav } from '#web/platform/lists/QueueNav.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { PaymentState } from '../../PaymentState.tsx';
import { ActionButtons, ApprovalsNeeded } from '../ActionButtons.tsx';
import { ChecksList } from './ChecksList.tsx';
import { ClientCard } from './ClientCard.tsx';
import { FindingsCard } from '../FindingsCard.tsx';
import { itemQuery } from '../queue-queries.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { ItemFacts } from './ItemFacts.tsx';
import { ProofsCard } from './ProofsCard.tsx';
import { ReceivedNote } from '../ReceivedNote.tsx';

/** One request with all that helps to decide it, and the actions open to the reader. */
export function QueueItemPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...itemQuery(id), throwOnError: throwWithoutData });
  const ways = <QueueNav list="/admin/money" title={t('payments.staff_title')} />;
  if (isNotFound(query.error) && !query.data)
    return (
      <Statement title={t('payments.missing_title')} text={t('payments.missing_desk')}>
        {ways}
      </Statement>
    );
  const item = query.data;
  return (
    <Page
      title={
        item ? (
          <>
            {t(`payments.kind_${item.payment.kind}`)} <RecordNumber value={item.payment.number} />
          </>
        ) : (
          t('payments.request')
        )
      }
      state={
        item && (
          <>
            <PaymentState state={item.payment.state} reader="staff" />
            <ApprovalsNeeded item={item} />
          </>
        )
      }
      back={ways}
      actions={item && <ActionButtons key={id} item={item} />}
      figure={
        <Async
          query={query}
          skeleton={
            <Hero label={t('payments.amount')} value={<Skeleton width="14rem" />}>
              <SkeletonRows count={2} />
            </Hero>
          }
        >
          {(data) => (
            <Hero
              label={t('payments.amount')}
              value={<Sum amount={data.payment.amount} currency={data.payment.currency} hero />}
            >
              <ItemFacts item={data} />
            </Hero>
          )}
        </Async>
      }
    >
      {item && <FindingsCard paymentId={id} />}
      {item && <ReceivedNote item={item} />}
      {item?.payment.reason && <Alert tone="negative" title={item.payment.reason.explanation} />}
      <Beside
        aside={
          <QueryCard query={query} title={t('payments.client')} skeleton={<SkeletonRows count={4} />}>
            {(data) => <ClientCard item={data} />}
          </QueryCard>
        }
      >
        <QueryCard query={query} title={t('payments.checks')} skeleton={<SkeletonRows count={4} />}>
          {(data) => <ChecksList checks={data.checks} />}
        </QueryCard>
        {item && item.info.proofs.length > 0 && <ProofsCard files={item.info.proofs} />}
        {item && <HistoryCard history={item.history} />}
      </Beside>
    </Page>
  );
}
