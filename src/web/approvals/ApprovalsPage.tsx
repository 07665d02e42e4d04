import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { approvalKinds } from '#contract/approvals/request-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { ApprovalRequestLine } from './ApprovalRequestLine.tsx';
import { approvalRequestsQuery, endedRequestsQuery } from './approvals-query.ts';

type Kind = ApprovalRequest['kind'] | undefined;

/** All that waits for a second person, each with a link to the screen where it is decided, and all that was decided. */
export function ApprovalsPage() {
  const t = useText();
  const [kind, setKind] = useState<Kind>();
  return (
    <Page title={t('approvals.title')} intro={t('approvals.intro')}>
      <Filters label={t('approvals.kind')}>
        <SelectField
          label={t('approvals.kind')}
          value={kind ?? ''}
          onChange={({ target }) => setKind(approvalKinds.find((each) => each === target.value))}
          placeholder={t('approvals.kind_all')}
          options={approvalKinds.map((value) => ({ value, label: t(`approvals.kind_${value}`) }))}
        />
      </Filters>
      <OpenRequests kind={kind} />
      <EndedRequests kind={kind} />
    </Page>
  );
}

function OpenRequests({ kind }: { kind: Kind }) {
  const t = useText();
  const query = useQuery(approvalRequestsQuery());
  return (
    <QueryCard query={query} title={t('approvals.waits')} flush skeleton={<SkeletonRows count={4} />}>
      {({ approval_requests: requests }) => (
        <Lines requests={requests.filter((each) => kind === undefined || each.kind === kind)} none="approvals.none" />
      )}
    </QueryCard>
  );
}

function EndedRequests({ kind }: { kind: Kind }) {
  const t = useText();
  const query = useInfiniteQuery(endedRequestsQuery(kind));
  return (
    <QueryCard query={query} title={t('approvals.ended')} flush skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => (
        <>
          <Lines requests={pages.flatMap((page) => page.approval_requests)} none="approvals.none_ended" />
          <MoreButton query={query} />
        </>
      )}
    </QueryCard>
  );
}

interface LinesProps {
  requests: readonly ApprovalRequest[];
  /** Says that there are none. */
  none: 'approvals.none' | 'approvals.none_ended';
}

function Lines({ requests, none }: LinesProps) {
  const t = useText();
  if (requests.length === 0) return <EmptyState icon={Users} title={t(none)} />;
  return (
    <ul>
      {requests.map((request) => (
        <ApprovalRequestLine key={request.id} approvalRequest={request} />
      ))}
    </ul>
  );
}
