import { useQuery } from '@tanstack/react-query';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { CurrencySign } from '#web/platform/i18n/CurrencySign.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { Nothing } from '#web/ui/rows/Nothing.tsx';

const holdsSomething = ({ held }: Wallet) => /[1-9]/.test(held);

/** The wallets: what is in each, and what of it is held. */
export function MoneyCard() {
  const t = useText();
  const format = useFormat();
  const wallets = useQuery(walletsQuery);
  return (
    <QueryCard
      query={wallets}
      title={t('home.wallets_title')}
      actions={<Link to="/wallet/list">{t('home.all_wallets')}</Link>}
      flush
      skeleton={<RowsSkeleton count={2} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <Nothing text={t('home.no_wallets')} />
        ) : (
          <Rows>
            {rows.map((wallet) => (
              <Row
                key={wallet.id}
                icon={<CurrencySign currency={wallet.currency} />}
                name={
                  <Link to={`/wallet/${wallet.id}`}>
                    <bdi>{wallet.name}</bdi>
                  </Link>
                }
                more={
                  holdsSomething(wallet) &&
                  t('home.wallet_available', { amount: format.symbol(wallet.available, wallet.currency) })
                }
                end={<Sum amount={wallet.native_balance} currency={wallet.currency} />}
              />
            ))}
          </Rows>
        )
      }
    </QueryCard>
  );
}
