import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countries } from '#contract/kernel/countries.ts';
import { clientStates, limitChoices, managerChoices, riskChoices, staffRoles } from '#contract/staff/names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isDay } from '#web/platform/lists/is-day.ts';
import { ListFilters, type Chip } from '#web/platform/lists/ListFilters.tsx';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { managersQuery } from './clients-query.ts';

/** The fields as they stand; an empty one narrows nothing. */
export type ClientFields = typeof none;

interface ClientFiltersProps {
  fields: ClientFields;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (fields: ClientFields) => void;
}

export const levels = ['0', '1', '2', '3', '4'] as const;

/** No choice at all. */
export const none = {
  search: '',
  level: '',
  risk: '',
  tier: '',
  country: '',
  state: '',
  role: '',
  tag: '',
  manager: '',
  limits: '',
  registered_from: '',
  registered_to: '',
};

/** What narrows the list of clients down. */
export function ClientFilters({ fields, end, onChange }: ClientFiltersProps) {
  const t = useText();
  const format = useFormat();
  const every = t('staff.every');
  const managers = useQuery(managersQuery).data ?? [];
  const field = (name: keyof typeof none) => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...fields, [name]: target.value }),
  });
  const selects = [
    {
      name: 'level',
      label: t('staff.level'),
      options: levels.map((level) => ({ value: level, label: t(`staff.level_${level}`) })),
    },
    {
      name: 'risk',
      label: t('staff.risk'),
      options: riskChoices.map((risk) => ({ value: risk, label: t(`staff.risk_${risk}`) })),
    },
    {
      name: 'tier',
      label: t('common.tier'),
      options: tierNames.map((tier) => ({ value: tier, label: t(`common.tier_${tier}`) })),
    },
    {
      name: 'country',
      label: t('staff.country'),
      options: countries.map((code) => ({ value: code, label: format.country(code) })),
    },
    {
      name: 'state',
      label: t('staff.state'),
      options: clientStates.map((state) => ({ value: state, label: t(`staff.state_${state}`) })),
    },
    {
      name: 'role',
      label: t('staff.role'),
      options: staffRoles.map((role) => ({ value: role, label: t(`common.role_${role}`) })),
    },
    {
      name: 'manager',
      label: t('staff.manager'),
      options: [
        ...managerChoices.map((choice) => ({ value: choice, label: t(`staff.manager_of_${choice}`) })),
        ...managers.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      name: 'limits',
      label: t('staff.limits_filter'),
      options: limitChoices.map((choice) => ({ value: choice, label: t(`staff.limits_of_${choice}`) })),
    },
  ] as const;
  const chips = selects.flatMap(({ name, label, options }): Chip[] => {
    const chosen = options.find(({ value }) => value === fields[name]);
    return chosen ? [{ label, value: chosen.label, onClear: () => onChange({ ...fields, [name]: '' }) }] : [];
  });
  if (fields.tag)
    chips.push({ label: t('staff.tag'), value: fields.tag, onClear: () => onChange({ ...fields, tag: '' }) });
  for (const name of ['registered_from', 'registered_to'] as const)
    if (isDay(fields[name]))
      chips.push({
        label: t(`staff.${name}`),
        value: format.day(fields[name]),
        onClear: () => onChange({ ...fields, [name]: '' }),
      });
  return (
    <ListFilters
      label={t('staff.filter')}
      search={
        <TextField
          type="search"
          label={t('staff.search')}
          placeholder={t('staff.search')}
          maxLength={80}
          {...field('search')}
        />
      }
      chips={chips}
      end={end}
    >
      {selects.map(({ name, label, options }) => {
        const List = name === 'country' || name === 'manager' ? ComboField : SelectField;
        return <List key={name} label={label} placeholder={every} options={options} {...field(name)} />;
      })}
      <TextField label={t('staff.tag')} maxLength={30} {...field('tag')} />
      <DateField label={t('staff.registered_from')} {...field('registered_from')} />
      <DateField label={t('staff.registered_to')} {...field('registered_to')} />
    </ListFilters>
  );
}
