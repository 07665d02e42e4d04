import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { chipOf, useDayChips } from '#web/platform/lists/chips.ts';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useActionsByModule } from './action-title.ts';
import type { AuditFields } from './audit-query.ts';

interface AuditFiltersProps {
  filter: AuditFields;
  /** Null until they are known. */
  choices: ResponseOf<'POST /api/staff/audit'>['choices'];
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: AuditFields) => void;
}

/** What narrows the audit log down. */
export function AuditFilters({ filter, choices, end, onChange }: AuditFiltersProps) {
  const t = useText();
  const field = (name: keyof AuditFields) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filter, [name]: target.value }),
  });
  const actors = (choices?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const actions = useActionsByModule()(choices?.actions ?? []);
  const flat = actions.flatMap((each) => ('options' in each ? each.options : each));
  const named = (among: readonly { value: string; label: string }[], value: string) =>
    among.find((each) => each.value === value)?.label;
  const chips = [
    ...chipOf(t('staff.audit_actor'), named(actors, filter.actor_id), () => onChange({ ...filter, actor_id: '' })),
    ...chipOf(t('staff.audit_act'), named(flat, filter.action), () => onChange({ ...filter, action: '' })),
    ...chipOf(t('staff.audit_search'), filter.search, () => onChange({ ...filter, search: '' })),
    ...useDayChips(filter, (days) => onChange({ ...filter, ...days })),
  ];
  return (
    <ListFilters
      label={t('staff.audit_filter')}
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
        label={t('staff.audit_actor')}
        placeholder={t('staff.everybody')}
        options={actors}
        {...field('actor_id')}
      />
      <ComboField
        label={t('staff.audit_act')}
        placeholder={t('staff.every_action')}
        options={actions}
        {...field('action')}
      />
      <DateRangeField label={t('common.period')} days={filter} onChange={(days) => onChange({ ...filter, ...days })} />
      <TextField type="search" label={t('staff.audit_search')} maxLength={80} {...field('search')} />
    </ListFilters>
  );
}
