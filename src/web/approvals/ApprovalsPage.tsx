import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { approvalKinds } from '#contract/approvals/request-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { chipOf } from '#web/platform/lists/chips.ts';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { NextLink } from '#web/platform/lists/NextLink.tsx';
import { QueueState } from '#web/platform/lists/QueueState.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { approvalRequestsQuery, endedRequestsQuery, isDecidedElsewhere } from './approvals-query.ts';
import { pathOf, useRequestColumns } from './request-columns.tsx';

const whole = { view: 'waits', kind: '' };
/** What waits for a second person, and what was decided or has expired. */
const views = ['waits', 'ended'] as const;
const choices = { view: views, kind: approvalKinds };

/** All that waits for a second person, decided on here or where its own screen shows more, and all that was decided. */
export function ApprovalsPage() {
  const t = useText();
  const { filter, narrow, settled } = useAddressFilter(whole, choices);
  const isEnded = settled.view === 'ended';
  const kind = approvalKinds.find((each) => each === settled.kind);
  const open = useQuery(approvalRequestsQuery());
  const ended = useInfiniteQuery({ ...endedRequestsQuery(kind), enabled: isEnded });
  const all = open.data?.approval_requests;
  const yours = all?.filter((each) => each.may_decide && !each.own);
  const next = yours?.find(isDecidedElsewhere);
  const waiting = all?.filter((each) => kind === undefined || each.kind === kind);
  const past = ended.data?.pages.flatMap((page) => page.approval_requests);
  return (
    <Page
      title={t('approvals.title')}
      lead={<QueueState yours={yours?.length} others={yours && all && all.length - yours.length} />}
      intro={t('approvals.intro')}
      actions={<NextLink to={!isEnded && next ? pathOf(next) : undefined} />}
    >
      <ResourceList
        list="approvals"
        caption={t('approvals.title')}
        query={isEnded ? { ...ended, data: past } : { ...open, data: waiting }}
        rows={(requests) => requests}
        columns={useRequestColumns()}
        rowKey={({ id }) => id}
        {...(isEnded && { more: ended })}
        filters={(end) => <RequestFilters filter={filter} end={end} onChange={narrow} />}
        empty={
          <EmptyState
            icon={<Drawing name="bench" />}
            title={t(isEnded ? 'approvals.none_ended' : 'approvals.none')}
            text={t(isEnded ? 'approvals.none_ended_text' : 'approvals.none_text')}
          />
        }
      />
    </Page>
  );
}

interface RequestFiltersProps {
  filter: typeof whole;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: typeof whole) => void;
}

function RequestFilters({ filter, end, onChange }: RequestFiltersProps) {
  const t = useText();
  const kind = approvalKinds.find((each) => each === filter.kind);
  return (
    <ListFilters
      label={t('approvals.kind')}
      search={
        <SelectField
          label={t('payments.state')}
          options={views.map((value) => ({ value, label: t(`approvals.${value}`) }))}
          value={filter.view}
          onChange={({ target }) => onChange({ ...filter, view: target.value })}
        />
      }
      chips={chipOf(t('approvals.kind'), kind && t(`approvals.kind_${kind}`), () => onChange({ ...filter, kind: '' }))}
      end={end}
    >
      <SelectField
        label={t('approvals.kind')}
        placeholder={t('approvals.kind_all')}
        options={approvalKinds.map((value) => ({ value, label: t(`approvals.kind_${value}`) }))}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value })}
      />
    </ListFilters>
  );
}
