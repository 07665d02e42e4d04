import { useInfiniteQuery } from '@tanstack/react-query';
import { MailSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { deliveryStates, notificationChannels } from '#contract/notifications/names.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { chipOf } from '#web/platform/lists/chips.ts';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { byNotification, channelNames, useDeliveryColumns } from './delivery-columns.tsx';
import { logQuery, filterOf, wholeLog, type LogFields } from './notification-queries.ts';

const choices = { state: deliveryStates, channel: notificationChannels };

/** Which emails were sent to whom, and their delivery: for staff when a client misses one. */
export function EmailLogPage() {
  const t = useText();
  const { filter, narrow, settled, isNarrow } = useAddressFilter(wholeLog, choices);
  const query = useInfiniteQuery(logQuery(useLanguage(), settled));
  return (
    <Page title={t('notifications.log_title')} intro={t('notifications.log_intro')}>
      <ResourceList
        list="email"
        caption={t('notifications.log_title')}
        query={query}
        rows={({ pages }) => byNotification(pages.flatMap((page) => page.deliveries))}
        columns={useDeliveryColumns()}
        rowKey={({ id, channel }) => `${id} ${channel}`}
        more={query}
        save={() => download('GET /api/staff/email-log/file', { query: filterOf(settled) })}
        filters={(end) => <LogFilters filter={filter} end={end} onChange={narrow} />}
        isNarrow={isNarrow}
        empty={
          isNarrow ? (
            <EmptyState icon={MailSearch} title={t('notifications.none_match')} text={t('lists.none_match_text')} />
          ) : (
            <Nothing text={t('notifications.none_title')} />
          )
        }
      />
    </Page>
  );
}

interface LogFiltersProps {
  filter: LogFields;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: LogFields) => void;
}

function LogFilters({ filter, end, onChange }: LogFiltersProps) {
  const t = useText();
  const state = deliveryStates.find((each) => each === filter.state);
  const channel = notificationChannels.find((each) => each === filter.channel);
  const field = (name: keyof LogFields) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filter, [name]: target.value }),
  });
  const search = t('notifications.log_search');
  return (
    <ListFilters
      label={t('notifications.filter')}
      search={<TextField type="search" label={search} placeholder={search} maxLength={80} {...field('search')} />}
      chips={[
        ...chipOf(t('notifications.state'), state && t(`notifications.state_${state}`), () =>
          onChange({ ...filter, state: '' }),
        ),
        ...chipOf(t('notifications.channel'), channel && t(channelNames[channel]), () =>
          onChange({ ...filter, channel: '' }),
        ),
      ]}
      end={end}
    >
      <SelectField
        label={t('notifications.state')}
        placeholder={t('lists.every_state')}
        options={deliveryStates.map((value) => ({ value, label: t(`notifications.state_${value}`) }))}
        {...field('state')}
      />
      <SelectField
        label={t('notifications.channel')}
        placeholder={t('notifications.every_channel')}
        options={notificationChannels.map((value) => ({ value, label: t(channelNames[value]) }))}
        {...field('channel')}
      />
    </ListFilters>
  );
}
