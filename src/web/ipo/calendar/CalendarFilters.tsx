import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSectorName } from '#web/platform/i18n/sector-name.ts';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { choicesOf, orders, stageNames, type CalendarFilter } from './filter.ts';

interface CalendarFiltersProps {
  offerings: readonly Offering[];
  filter: CalendarFilter;
  onChange: (filter: CalendarFilter) => void;
}

/** Filters and orders the calendar, as it is filled in. */
export function CalendarFilters({ offerings, filter, onChange }: CalendarFiltersProps) {
  const t = useText();
  const sectorName = useSectorName();
  const set = (name: 'words' | 'stage' | 'sector' | 'currency' | 'order') => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  const asOptions = (values: string[]) => values.map((value) => ({ value, label: value }));
  return (
    <Filters label={t('ipo.filter')} brief>
      <TextField
        type="search"
        label={t('ipo.search')}
        placeholder={t('ipo.search')}
        value={filter.words}
        onChange={set('words')}
      />
      <SelectField
        label={t('ipo.state')}
        value={filter.stage}
        placeholder={t('ipo.every_state')}
        options={stageNames.map((value) => ({ value, label: t(`ipo.stage_${value}`) }))}
        onChange={set('stage')}
      />
      <SelectField
        label={t('ipo.sector')}
        value={filter.sector}
        placeholder={t('ipo.every_sector')}
        options={choicesOf(offerings, 'sector')
          .map((value) => ({ value, label: sectorName(value) }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
        onChange={set('sector')}
      />
      <SelectField
        label={t('ipo.currency')}
        value={filter.currency}
        placeholder={t('ipo.every_currency')}
        options={asOptions(choicesOf(offerings, 'currency'))}
        onChange={set('currency')}
      />
      <SelectField
        label={t('ipo.order')}
        value={filter.order}
        options={orders.map((value) => ({ value, label: t(`ipo.order_${value}`) }))}
        onChange={set('order')}
      />
      <CheckboxField
        label={t('ipo.only_mine')}
        checked={filter.mine}
        onChange={({ target }) => onChange({ ...filter, mine: target.checked })}
      />
    </Filters>
  );
}
