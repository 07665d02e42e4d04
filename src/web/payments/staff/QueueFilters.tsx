import type { ReactNode } from 'react';
import { paymentKinds } from '#contract/payments/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isDay } from '#web/platform/lists/is-day.ts';
import { ListFilters, type Chip } from '#web/platform/lists/ListFilters.tsx';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { queueViews, type QueueFilter } from './queue-queries.ts';

interface QueueFiltersProps {
  filter: QueueFilter;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: QueueFilter) => void;
}

/** What narrows the payments of all clients down. */
export function QueueFilters({ filter, end, onChange }: QueueFiltersProps) {
  const t = useText();
  const format = useFormat();
  const views = queueViews.map((value) => ({ value, label: t(`payments.view_${value}`) }));
  const chips: Chip[] = [];
  if (filter.kind) {
    const value = t(`payments.kind_${filter.kind}`);
    chips.push({ label: t('payments.kind'), value, onClear: () => onChange({ ...filter, kind: '' }) });
  }
  for (const name of ['from', 'to'] as const)
    if (isDay(filter[name])) {
      const [label, value] = [t(`payments.moved_${name}`), format.day(filter[name])];
      chips.push({ label, value, onClear: () => onChange({ ...filter, [name]: '' }) });
    }
  if (filter.connection)
    chips.push({
      label: t('payments.at_provider'),
      value: t('payments.view_waiting'),
      onClear: () => onChange({ ...filter, connection: '' }),
    });
  return (
    <ListFilters
      label={t('payments.filter')}
      search={
        <>
          <SelectField
            label={t('payments.view')}
            options={views}
            value={filter.view}
            onChange={({ target }) => onChange({ ...filter, view: target.value as QueueFilter['view'] })}
          />
          <TextField
            type="search"
            label={t('payments.staff_search')}
            placeholder={t('payments.staff_search')}
            value={filter.search}
            maxLength={80}
            onChange={({ target }) => onChange({ ...filter, search: target.value })}
          />
        </>
      }
      chips={chips}
      end={end}
    >
      <SelectField
        label={t('payments.kind')}
        placeholder={t('payments.every_kind')}
        options={paymentKinds.map((value) => ({ value, label: t(`payments.kind_${value}`) }))}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value as QueueFilter['kind'] })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(`payments.moved_${name}`)}
          value={filter[name]}
          onChange={({ target }) => onChange({ ...filter, [name]: target.value })}
        />
      ))}
    </ListFilters>
  );
}
