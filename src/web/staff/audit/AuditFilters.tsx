import type { ResponseOf } from '#contract/api.ts';
import { DaysFields } from '#web/platform/forms/DaysFields.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useActionsByModule } from './action-title.ts';
import type { AuditFilter } from './audit-query.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** Null until they are known. */
  choices: ResponseOf<'POST /api/staff/audit'>['choices'];
  onChange: (filter: AuditFilter) => void;
}

/** What narrows the audit log down. */
export function AuditFilters({ filter, choices, onChange }: AuditFiltersProps) {
  const t = useText();
  const actionsByModule = useActionsByModule();
  const field = (name: keyof AuditFilter) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filter, [name]: target.value }),
  });
  return (
    <Filters label={t('staff.audit_filter')} above>
      <TextField type="search" label={t('staff.client')} maxLength={80} {...field('client')} />
      <SelectField
        label={t('staff.audit_actor')}
        placeholder={t('staff.everybody')}
        options={(choices?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...field('actor_id')}
      />
      <SelectField
        label={t('staff.audit_act')}
        placeholder={t('staff.every_action')}
        options={actionsByModule(choices?.actions ?? [])}
        {...field('action')}
      />
      <DaysFields days={filter} onChange={(days) => onChange({ ...filter, ...days })} />
      <TextField type="search" label={t('staff.audit_search')} maxLength={80} {...field('search')} />
    </Filters>
  );
}
