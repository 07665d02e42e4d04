import type { ReactNode } from 'react';
import { securityKinds } from '#contract/staff/names.ts';
import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { chipOf, useDayChips } from '#web/platform/lists/chips.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { SecurityFields } from './security-query.ts';

interface SecurityFiltersProps {
  filter: SecurityFields;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: SecurityFields) => void;
}

/** What narrows the security log down. */
export function SecurityFilters({ filter, end, onChange }: SecurityFiltersProps) {
  const t = useText();
  const field = (name: keyof SecurityFields) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filter, [name]: target.value }),
  });
  const kind = securityKinds.find((each) => each === filter.kind);
  const chips = [
    ...chipOf(t('staff.security_what'), kind && t(`staff.security_${kind}`), () => onChange({ ...filter, kind: '' })),
    ...chipOf(t('staff.security_address'), filter.address, () => onChange({ ...filter, address: '' })),
    ...useDayChips(filter, (days) => onChange({ ...filter, ...days })),
  ];
  return (
    <ListFilters
      label={t('staff.security_filter')}
      search={
        <TextField
          type="search"
          label={t('staff.client')}
          placeholder={t('staff.client')}
          maxLength={80}
          {...field('client')}
        />
      }
      chips={chips}
      end={end}
    >
      <SelectField
        label={t('staff.security_what')}
        placeholder={t('staff.security_everything')}
        options={securityKinds.map((value) => ({ value, label: t(`staff.security_${value}`) }))}
        {...field('kind')}
      />
      <TextField type="search" label={t('staff.security_address')} maxLength={45} dir="ltr" {...field('address')} />
      <DateRangeField label={t('common.period')} days={filter} onChange={(days) => onChange({ ...filter, ...days })} />
    </ListFilters>
  );
}
