import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';

type Limits = SettingValues['payments.limits'];
type PaymentLimit = Limits[number]['deposit'];

/** What each level may pay in and out, in US dollars. */
export function LimitsTable({ value: limits }: { value: Limits }) {
  const t = useText();
  const { symbol } = useFormat();
  const limitText = ({ allowed, per_operation, per_day, per_month }: PaymentLimit) => {
    if (!allowed) return t('settings.not_allowed');
    const amount = (usd: string | null) => (usd === null ? t('settings.no_limit') : symbol(usd, 'USD'));
    return `${amount(per_operation)} / ${amount(per_day)} / ${amount(per_month)}`;
  };
  return (
    <DataTable
      caption={t('settings.payments_limits')}
      rows={limits}
      rowKey={({ level }) => String(level)}
      columns={[
        { key: 'level', header: t('settings.level'), cell: ({ level }) => level },
        { key: 'deposit', header: t('settings.deposit'), cell: ({ deposit }) => <bdi>{limitText(deposit)}</bdi> },
        {
          key: 'withdrawal',
          header: t('settings.withdrawal'),
          cell: ({ withdrawal }) => <bdi>{limitText(withdrawal)}</bdi>,
        },
      ]}
    />
  );
}
