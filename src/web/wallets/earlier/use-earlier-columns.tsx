import type { EarlierMovement } from '#contract/imports/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useNearDay } from '#web/platform/i18n/near-day.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow } from '#web/platform/i18n/Money.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import { movementNames } from './movement-names.ts';

/** Movements of another system, as the client and staff read them. */
export function useEarlierColumns(): Column<EarlierMovement>[] {
  const t = useText();
  const format = useFormat();
  const dayText = useNearDay();
  return [
    { key: 'at', header: t('wallets.at'), bare: true, cell: ({ day }) => dayText(day) },
    {
      key: 'kind',
      header: t('wallets.operation'),
      leads: true,
      cell: ({ kind, number, account_number: account }) => (
        <>
          {t(movementNames[kind])}
          <p className={textStyles.soft}>
            <bdi>{number}</bdi>
            {account !== null && (
              <>
                {' · '}
                {format.label(t('wallets.earlier_account'))}
                <bdi>{account}</bdi>
              </>
            )}
          </p>
        </>
      ),
    },
    {
      key: 'details',
      header: t('wallets.statement_details'),
      bare: true,
      cell: ({ details }) => details !== null && <bdi>{details}</bdi>,
    },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: ({ amount, currency }) => <Flow amount={amount} currency={currency} />,
    },
  ];
}
