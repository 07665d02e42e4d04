import type { HouseValues } from '#contract/settings-catalogue.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';

type Limits = HouseValues['payments.limits'];
type Right = Limits[number]['deposit'];

/** What each level may pay in and out, in US dollars. */
export function LimitsTable({ value: limits }: { value: Limits }) {
  const t = useText();
  const { money } = useFormat();
  const told = ({ allowed, per_operation, per_day, per_month }: Right) => {
    if (!allowed) return t('house.not_allowed');
    const amount = (usd: string | null) => (usd === null ? t('house.no_limit') : money(usd, 'USD'));
    return `${amount(per_operation)} / ${amount(per_day)} / ${amount(per_month)}`;
  };
  return (
    <DataTable
      caption={t('house.payments_limits')}
      rows={limits}
      rowKey={({ level }) => String(level)}
      columns={[
        { key: 'level', header: t('house.level'), cell: ({ level }) => level },
        { key: 'deposit', header: t('house.deposit'), cell: ({ deposit }) => <bdi>{told(deposit)}</bdi> },
        { key: 'withdrawal', header: t('house.withdrawal'), cell: ({ withdrawal }) => <bdi>{told(withdrawal)}</bdi> },
      ]}
    />
  );
}
