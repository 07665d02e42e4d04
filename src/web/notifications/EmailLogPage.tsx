import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, MailSearch } from 'lucide-react';
import { useState } from 'react';
import { deliveryStates, notificationChannels } from '#contract/notifications/names.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { channelNames, DeliveryTable } from './DeliveryTable.tsx';
import { logQuery, filterOf, type LogFilter } from './notification-queries.ts';

const typingDelayMs = 300;

/** Which emails were sent to whom, and their delivery: for staff when a client misses one. */
export function EmailLogPage() {
  const t = useText();
  const [filter, setFilter] = useState<LogFilter>({ search: '', state: '', channel: '' });
  const settled = { ...filter, search: useDebounced(filter.search.trim(), typingDelayMs) };
  const query = useInfiniteQuery(logQuery(useLanguage(), settled));
  const { isBusy, run } = useAsyncAction();
  const save = () => run(() => download('GET /api/staff/email-log/file', { query: filterOf(settled) }));
  return (
    <Page
      title={t('notifications.log_title')}
      intro={t('notifications.log_intro')}
      actions={
        <Button icon={<Download {...icon} />} busy={isBusy} onClick={save}>
          {t('notifications.log_download')}
        </Button>
      }
    >
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={<LogFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries);
          if (deliveries.length === 0) return <EmptyState icon={MailSearch} title={t('notifications.none_match')} />;
          return (
            <div aria-busy={query.isPlaceholderData}>
              <DeliveryTable deliveries={deliveries} />
              <MoreButton query={query} />
            </div>
          );
        }}
      </QueryCard>
    </Page>
  );
}

function LogFilters({ filter, onChange }: { filter: LogFilter; onChange: (filter: LogFilter) => void }) {
  const t = useText();
  return (
    <Filters label={t('notifications.filter')} above>
      <TextField
        type="search"
        label={t('notifications.log_search')}
        value={filter.search}
        maxLength={80}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <SelectField
        label={t('notifications.state')}
        placeholder={t('notifications.every_state')}
        options={deliveryStates.map((value) => ({ value, label: t(`notifications.state_${value}`) }))}
        value={filter.state}
        onChange={({ target }) => onChange({ ...filter, state: target.value as LogFilter['state'] })}
      />
      <SelectField
        label={t('notifications.channel')}
        placeholder={t('notifications.every_channel')}
        options={notificationChannels.map((value) => ({ value, label: t(channelNames[value]) }))}
        value={filter.channel}
        onChange={({ target }) => onChange({ ...filter, channel: target.value as LogFilter['channel'] })}
      />
    </Filters>
  );
}
