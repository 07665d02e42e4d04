import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound } from '#web/platform/api/not-found.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { DeliveryLine } from './DeliveryLine.tsx';
import { WebhookActions } from './WebhookActions.tsx';
import { WebhookState, WebhookFacts } from './WebhookState.tsx';
import { deliveriesQuery, type DeliveryFilter } from './webhooks-query.ts';

/** One endpoint: how it goes, what was sent to it, and what it answered. */
export function WebhookPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [filter, setFilter] = useState<DeliveryFilter>({});
  const log = useInfiniteQuery(deliveriesQuery(id, filter));
  const subject = log.data?.pages[0]?.webhook;
  const hasDeliveries = log.data?.pages.some(({ deliveries }) => deliveries.length > 0);
  const isEmpty = !hasDeliveries && !Object.values(filter).some(Boolean);
  const back = <Link to="/admin/api">{t('operator.title')}</Link>;
  if (isNotFound(log.error)) {
    return (
      <Page title={t('operator.removed')} back={back}>
        {null}
      </Page>
    );
  }
  return (
    <Page
      title={subject ? <bdi>{subject.name}</bdi> : t('operator.webhook')}
      back={back}
      state={
        subject && (
          <>
            <WebhookState subject={subject} />
            <WebhookFacts subject={subject} />
          </>
        )
      }
      actions={subject && <WebhookActions subject={subject} />}
    >
      <QueryCard
        query={log}
        flush
        title={isEmpty ? undefined : t('operator.deliveries')}
        actions={
          hasDeliveries && (
            <CsvButton
              small
              action={() =>
                download('GET /api/staff/operator/webhooks/deliveries/file', { query: { webhook_id: id, ...filter } })
              }
            />
          )
        }
        skeleton={<SkeletonRows count={6} />}
        above={!isEmpty && <DeliveryFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const found = pages.flatMap((page) => page.deliveries);
          if (found.length === 0) {
            return (
              <EmptyState
                icon={<Drawing name="bell" />}
                title={t('operator.no_deliveries')}
                text={t(
                  subject?.state === 'active' ? 'operator.no_deliveries_text' : 'operator.no_deliveries_off_text',
                )}
              />
            );
          }
          return (
            <>
              <ul>
                {found.map((delivery) => (
                  <DeliveryLine key={delivery.id} delivery={delivery} canSend={subject?.state === 'active'} />
                ))}
              </ul>
              <MoreButton query={log} />
            </>
          );
        }}
      </QueryCard>
    </Page>
  );
}
