import { useQuery } from '@tanstack/react-query';
import { historyKinds } from '#contract/ipo/names.ts';
import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { myIpoQuery, type HistoryFilter } from '../ipo-queries.ts';

interface HistoryFiltersProps {
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

/** Narrows the history down by what happened, to which offering, and when. */
export function HistoryFilters({ filter, onChange }: HistoryFiltersProps) {
  const t = useText();
  const applications = useQuery(myIpoQuery).data ?? [];
  const issuers = new Map(applications.map(({ stock_id, issuer }) => [stock_id, issuer]));
  const set = (name: keyof HistoryFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  return (
    <Filters label={t('ipo.filter_history')} above brief>
      <SelectField
        label={t('ipo.kind')}
        placeholder={t('ipo.every_kind')}
        options={historyKinds.map((value) => ({ value, label: t(`ipo.kind_${value}`) }))}
        value={filter.kind}
        onChange={set('kind')}
      />
      <SelectField
        label={t('ipo.offering')}
        placeholder={t('ipo.every_offering')}
        options={[...issuers].map(([value, label]) => ({ value, label }))}
        value={filter.stock_id}
        onChange={set('stock_id')}
      />
      <DateRangeField label={t('common.period')} days={filter} onChange={(days) => onChange({ ...filter, ...days })} />
    </Filters>
  );
}
