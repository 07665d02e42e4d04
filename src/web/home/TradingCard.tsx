import { useQuery } from '@tanstack/react-query';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { CurrencySign } from '#web/platform/i18n/CurrencySign.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { tradingAccountsQuery, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';

const isSomething = (amount: string) => /[1-9]/.test(amount);

/** The trading accounts: what each is worth now, and what open positions make of it. */
export function TradingCard() {
  const t = useText();
  const format = useFormat();
  const { trading_account_limit: max } = useSignedIn();
  const accounts = useQuery(tradingAccountsQuery);
  if (max === 0 && accounts.data?.length === 0) return null;
  return (
    <QueryCard
      query={accounts}
      title={t('home.accounts_title')}
      actions={<Link to="/trading-account">{t('home.all_accounts')}</Link>}
      flush
      skeleton={<RowsSkeleton count={2} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <Nothing
            text={t('home.no_accounts')}
            action={<Button onClick={() => openDialog('create-trading-account')}>{t('home.open_account')}</Button>}
          />
        ) : (
          <Rows>
            {rows.map(({ trading_account_id: id, nickname, currency, equity, native_balance, unrealised }) => (
              <Row
                key={id}
                icon={<CurrencySign currency={currency} />}
                name={
                  <Link to={`/trading-account/${id}`}>
                    <bdi>{nickname ?? t('common.account_name', { currency, number: id })}</bdi>
                  </Link>
                }
                more={t('home.account_equity', { amount: format.symbol(equity, currency) })}
                end={<Sum amount={native_balance} currency={currency} />}
                endMore={
                  isSomething(unrealised) && (
                    <Delta text={format.symbol(unrealised, currency, { signed: true })} trend={trendOf(unrealised)} />
                  )
                }
              />
            ))}
          </Rows>
        )
      }
    </QueryCard>
  );
}
