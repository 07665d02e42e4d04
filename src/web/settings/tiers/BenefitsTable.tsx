import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import styles from '../Settings.module.css';

type Benefits = SettingValues['tiers.benefits'];

/** What each tier gives: a line for each benefit, beside which the tiers stand. */
export function BenefitsTable({ value }: { value: Benefits }) {
  const t = useText();
  const { percent } = useFormat();
  const rows: { name: string; of: (tier: Benefits[number]) => string }[] = [
    { name: t('investor.ipo_fee'), of: (tier) => percent(tier.ipo_fee_percent) },
    { name: t('investor.weight'), of: (tier) => `${tier.allotment_weight}×` },
    { name: t('investor.fee_off'), of: (tier) => percent(tier.withdrawal_fee_off_percent) },
    { name: t('investor.limit_factor'), of: (tier) => `${tier.withdrawal_limit_factor}×` },
    {
      name: t('investor.manager'),
      of: (tier) => t(tier.personal_manager ? 'investor.manager_yes' : 'investor.manager_no'),
    },
    { name: t('investor.content'), of: ({ content }) => t(`investor.content_${content}`) },
  ];
  return (
    <div className={styles.matrix}>
      <DataTable
        caption={t('settings.tiers_benefits')}
        rows={rows}
        rowKey={({ name }) => name}
        even
        columns={[
          { key: 'benefit', header: t('settings.benefit'), bare: true, leads: true, cell: ({ name }) => name },
          ...value.map((tier) => ({
            key: tier.tier,
            header: t(`common.tier_${tier.tier}`),
            cell: ({ of }: (typeof rows)[number]) => <bdi>{of(tier)}</bdi>,
          })),
        ]}
      />
    </div>
  );
}
