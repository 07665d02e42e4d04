import { clientStatuses, ticketCategories, ticketPeriods } from '#contract/support/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { TicketFilter } from './filter.ts';

interface TicketFiltersProps {
  filter: TicketFilter;
  onChange: (filter: TicketFilter) => void;
}

/** Narrows the own tickets down. */
export function TicketFilters({ filter, onChange }: TicketFiltersProps) {
  const t = useText();
  const set = (name: keyof TicketFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  return (
    <Filters label={t('tickets.filter')} above brief>
      <TextField
        type="search"
        label={t('tickets.search')}
        placeholder={t('tickets.search')}
        value={filter.search}
        maxLength={80}
        onChange={set('search')}
      />
      <SelectField
        label={t('tickets.status')}
        placeholder={t('tickets.every_status')}
        options={clientStatuses.map((value) => ({ value, label: t(`tickets.status_${value}`) }))}
        value={filter.status}
        onChange={set('status')}
      />
      <SelectField
        label={t('tickets.category')}
        placeholder={t('tickets.every_category')}
        options={ticketCategories.map((value) => ({ value, label: t(`tickets.category_${value}`) }))}
        value={filter.category}
        onChange={set('category')}
      />
      <SelectField
        label={t('tickets.period')}
        placeholder={t('tickets.any_time')}
        options={ticketPeriods.map((days) => ({ value: String(days), label: t('tickets.last_days', { days }) }))}
        value={filter.days}
        onChange={set('days')}
      />
    </Filters>
  );
}
