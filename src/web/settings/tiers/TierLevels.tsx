import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { KindFieldProps } from '../kinds/kind.ts';
import styles from '../Settings.module.css';
import { ManyFields } from '../ManyFields.tsx';

type Levels = SettingValues['tiers.levels'];

/** The realised equity that each tier takes. */
export function TierLevelsTable({ value }: { value: Levels }) {
  const t = useText();
  const { symbol } = useFormat();
  return (
    <div className={styles.matrix}>
      <DataTable
        caption={t('settings.tiers_levels')}
        // One line, in the columns of the benefits below.
        rows={[value]}
        rowKey={() => 'from'}
        even
        columns={[
          { key: 'what', header: t('common.tier'), bare: true, leads: true, cell: () => t('investor.tier_equity') },
          ...value.map(({ tier, from }) => ({
            key: tier,
            header: t(`common.tier_${tier}`),
            cell: () => <bdi>{symbol(from, 'USD')}</bdi>,
          })),
        ]}
      />
    </div>
  );
}

/** Chooses it. The lowest tier takes nothing. */
export function TierLevelsFields({ value, hint, error, onChange }: KindFieldProps<Levels>) {
  const t = useText();
  return (
    <ManyFields hint={hint} error={error}>
      {value.slice(1).map((row) => (
        <TextField
          key={row.tier}
          label={t('settings.tier_from', { tier: t(`common.tier_${row.tier}`) })}
          value={row.from}
          dir="ltr"
          inputMode="decimal"
          onChange={({ target }) =>
            onChange(value.map((each) => (each.tier === row.tier ? { ...each, from: target.value.trim() } : each)))
          }
          required
        />
      ))}
    </ManyFields>
  );
}
