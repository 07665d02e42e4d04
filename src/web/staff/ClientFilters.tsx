import { useQuery } from '@tanstack/react-query';
import { countries } from '#contract/kernel/countries.ts';
import { clientStates, limitChoices, managerChoices, staffRoles } from '#contract/staff/names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { managersQuery } from './clients-query.ts';

/** The fields as they stand; an empty one narrows nothing. */
export interface ClientFields {
  search: string;
  level: string;
  tier: string;
  country: string;
  state: string;
  role: string;
  tag: string;
  manager: string;
  limits: string;
}

interface ClientFiltersProps {
  fields: ClientFields;
  onChange: (fields: ClientFields) => void;
}

const levels = ['0', '1', '2', '3', '4'] as const;

/** What narrows the list of clients down. */
export function ClientFilters({ fields, onChange }: ClientFiltersProps) {
  const t = useText();
  const format = useFormat();
  const every = t('staff.every');
  const managers = useQuery(managersQuery).data ?? [];
  const field = (name: keyof ClientFields) => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...fields, [name]: target.value }),
  });
  return (
    <Filters label={t('staff.filter')} above>
      <TextField type="search" label={t('staff.search')} maxLength={80} {...field('search')} />
      <SelectField
        label={t('staff.level')}
        placeholder={every}
        options={levels.map((level) => ({ value: level, label: t(`staff.level_${level}`) }))}
        {...field('level')}
      />
      <SelectField
        label={t('common.tier')}
        placeholder={every}
        options={tierNames.map((tier) => ({ value: tier, label: t(`common.tier_${tier}`) }))}
        {...field('tier')}
      />
      <SelectField
        label={t('staff.country')}
        placeholder={every}
        options={countries.map((code) => ({ value: code, label: format.country(code) }))}
        {...field('country')}
      />
      <SelectField
        label={t('staff.state')}
        placeholder={every}
        options={clientStates.map((state) => ({ value: state, label: t(`staff.state_${state}`) }))}
        {...field('state')}
      />
      <SelectField
        label={t('staff.role')}
        placeholder={every}
        options={staffRoles.map((role) => ({ value: role, label: t(`common.role_${role}`) }))}
        {...field('role')}
      />
      <SelectField
        label={t('staff.manager')}
        placeholder={every}
        options={[
          ...managerChoices.map((choice) => ({ value: choice, label: t(`staff.manager_of_${choice}`) })),
          ...managers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...field('manager')}
      />
      <SelectField
        label={t('staff.limits_filter')}
        placeholder={every}
        options={limitChoices.map((choice) => ({ value: choice, label: t(`staff.limits_of_${choice}`) }))}
        {...field('limits')}
      />
      <TextField label={t('staff.tag')} maxLength={30} {...field('tag')} />
    </Filters>
  );
}
