import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { chosenNeeds } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import styles from './Settings.module.css';
import type { KindFieldProps } from './kinds/kind.ts';
import { ManyFields } from './ManyFields.tsx';

type Levels = SettingValues['verification.levels'];

/** What is never required; the rest belongs to one of the levels. */
const never = '';
const optional: ReadonlySet<string> = new Set<keyof Levels>(['profile', 'phone', 'source_of_funds']);

/** What each level needs more than the one before it, and what none does. */
export function NeedLevelsTable({ value }: { value: Levels }) {
  const t = useText();
  const levels = [...new Set(chosenNeeds.map((need) => value[need]))].toSorted((a, b) => (a ?? 9) - (b ?? 9));
  return (
    <DataTable
      caption={t('settings.verification_levels')}
      rows={levels}
      rowKey={String}
      columns={[
        {
          key: 'level',
          header: t('settings.needed_from'),
          leads: true,
          cell: (level) => (level === null ? t('settings.never_needed') : t('verification.level', { level })),
        },
        {
          key: 'needs',
          header: t('settings.need'),
          bare: true,
          grows: true,
          cell: (level) =>
            chosenNeeds
              .filter((need) => value[need] === level)
              .map((need) => t(`verification.need_${need}`))
              .join(' · '),
        },
      ]}
    />
  );
}

/** Chooses it. */
export function NeedLevelsFields({ value, hint, error, onChange }: KindFieldProps<Levels>) {
  const t = useText();
  const levels = [2, 3, 4].map((level) => ({ value: String(level), label: t('verification.level', { level }) }));
  return (
    <ManyFields hint={hint} error={error}>
      <div className={styles.fields}>
        {chosenNeeds.map((need) => (
          <SelectField
            key={need}
            label={t(`verification.need_${need}`)}
            value={value[need] ?? never}
            options={optional.has(need) ? [...levels, { value: never, label: t('settings.never_needed') }] : levels}
            onChange={({ target }) =>
              onChange({ ...value, [need]: target.value === never ? null : Number(target.value) })
            }
          />
        ))}
      </div>
      <LevelsEffect levels={value} />
    </ManyFields>
  );
}

/** How many clients it would lift and lower. */
export function LevelsEffect({ levels }: { levels: Levels }) {
  const t = useText();
  const { data } = useQuery({
    queryKey: ['settings', 'levels-preview', levels],
    queryFn: () => call('POST /api/staff/verification/levels-preview', { body: { levels } }, { loader: false }),
    placeholderData: keepPreviousData,
  });
  return <p role="status">{data && t('settings.levels_effect', data)}</p>;
}
