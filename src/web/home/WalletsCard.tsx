import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { Money } from '#web/platform/i18n/Money.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ItemList, NothingYet } from './ItemList.tsx';

/** The wallets and what is in each. */
export function WalletsCard() {
  const t = useText();
  const format = useFormat();
  const wallets = useQuery(walletsQuery);
  return (
    <QueryCard
      query={wallets}
      title={t('home.wallets_title')}
      actions={<Link to="/wallet/list">{t('home.all_wallets')}</Link>}
      flush
      skeleton={<SkeletonRows count={1} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <NothingYet text={t('home.no_wallets')} />
        ) : (
          <ItemList
            items={rows.map(({ id, name, currency, available, native_balance }) => ({
              key: id,
              to: `/wallet/${id}`,
              name,
              more: t('home.wallet_available', { amount: format.money(available, currency) }),
              end: <Money amount={native_balance} currency={currency} strong />,
            }))}
          />
        )
      }
    </QueryCard>
  );
}
