import { useQuery } from '@tanstack/react-query';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { tradingAccountsQuery, useSignedIn } from '#web/platform/session/session.ts';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ItemList, NothingYet } from './ItemList.tsx';

/** The trading accounts and what is on each. */
export function AccountsCard() {
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
      skeleton={<SkeletonRows count={2} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <NothingYet
            text={t('home.no_accounts')}
            action={<Button onClick={() => openDialog('create-trading-account')}>{t('home.open_account')}</Button>}
          />
        ) : (
          <ItemList
            items={rows.map(({ trading_account_id: id, nickname, currency, equity, native_balance }) => ({
              key: id,
              to: `/trading-account/${id}`,
              name: nickname ?? t('common.account_name', { currency, number: id }),
              more: t('home.account_equity', { amount: format.money(equity, currency) }),
              end: <Money amount={native_balance} currency={currency} strong />,
            }))}
          />
        )
      }
    </QueryCard>
  );
}
