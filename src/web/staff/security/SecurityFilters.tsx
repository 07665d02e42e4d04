import { securityKinds } from '#contract/staff/names.ts';
import { DaysFields } from '#web/platform/forms/DaysFields.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { SecurityFilter } from './security-query.ts';

interface SecurityFiltersProps {
  filter: SecurityFilter;
  onChange: (filter: SecurityFilter) => void;
}

/** What narrows the security log down. */
export function SecurityFilters({ filter, onChange }: SecurityFiltersProps) {
  const t = useText();
  const field = (name: keyof SecurityFilter) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filter, [name]: target.value }),
  });
  return (
    <Filters label={t('staff.security_filter')} above>
      <SelectField
        label={t('staff.security_what')}
        placeholder={t('staff.security_everything')}
        options={securityKinds.map((kind) => ({ value: kind, label: t(`staff.security_${kind}`) }))}
        {...field('kind')}
      />
      <TextField type="search" label={t('staff.client')} maxLength={80} {...field('client')} />
      <TextField type="search" label={t('staff.security_address')} maxLength={45} dir="ltr" {...field('address')} />
      <DaysFields days={filter} onChange={(days) => onChange({ ...filter, ...days })} />
    </Filters>
  );
}
