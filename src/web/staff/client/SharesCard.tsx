import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { PartCard, partQuery } from './PartCard.tsx';

/** The shares that a client has of offerings, and until when they are locked. */
export function SharesCard({ id }: { id: string }) {
  const t = useText();
  const format = useFormat();
  return (
    <PartCard
      title={t('staff.shares')}
      even
      query={partQuery('holdings', id, async (pending) => {
        const holdings = await call('POST /api/staff/clients/holdings', { body: pending });
        return { rows: holdings.map((holding) => ({ id: holding.stock_id, ...holding })), next_cursor: null };
      })}
      columns={[
        {
          key: 'ticker',
          header: t('ipo.offering'),
          cell: ({ stock_id, ticker }) => (
            <Link to={`/admin/ipo/${stock_id}`}>
              <bdi>{ticker}</bdi>
            </Link>
          ),
        },
        { key: 'state', header: t('staff.state'), cell: ({ state }) => <State>{t(`ipo.holding_${state}`)}</State> },
        {
          key: 'until',
          header: t('ipo.lock_up_ends'),
          labelled: true,
          cell: ({ lock_up_ends_at: at }) => (at ? <DateTime at={at} as="date" /> : '–'),
        },
        {
          key: 'quantity',
          header: t('staff.shares'),
          numeric: true,
          labelled: true,
          cell: ({ quantity }) => format.number(quantity),
        },
        {
          key: 'cost',
          header: t('ipo.cost_with_fees'),
          numeric: true,
          wide: true,
          cell: ({ cost, currency }) => <Sum amount={cost} currency={currency} />,
        },
        {
          key: 'value',
          header: t('ipo.value'),
          numeric: true,
          wide: true,
          cell: ({ value, currency }) => <Sum amount={value} currency={currency} />,
        },
      ]}
    />
  );
}
