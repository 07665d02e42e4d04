import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { tradingAccountsQuery, useSignedIn } from '#web/platform/session/session.ts';
import { icon } from '#web/ui/icon.ts';
import { StaleNote } from '#web/ui/feedback/StaleNote.tsx';
import styles from './Sidebar.module.css';

/**
 * Each account as currency and number with its balance, in dollars where it is pointed at; a new one while there are fewer than the maximum.
 */
export function TradingAccountLinks() {
  const { trading_account_limit: max } = useSignedIn();
  const t = useText();
  const format = useFormat();
  const { data: accounts, isError, refetch } = useQuery(tradingAccountsQuery);
  return (
    <>
      <ul className={styles.group}>
        {accounts?.map((account) => (
          <li key={account.trading_account_id}>
            <Link to={`/trading-account/${account.trading_account_id}`} className={styles.subitem}>
              <bdi>{t('shell.account_name', { currency: account.currency, number: account.trading_account_id })}</bdi>
              <bdi title={format.symbol(account.balance, 'USD')}>
                {format.symbol(account.native_balance, account.currency)}
              </bdi>
            </Link>
          </li>
        ))}
        {accounts && accounts.length < max && (
          <li>
            <button type="button" className={styles.subitem} onClick={() => openDialog('create-trading-account')}>
              <span className={styles.add}>
                <Plus {...icon} />
                {t('shell.new_trading_account')}
              </span>
            </button>
          </li>
        )}
      </ul>
      {isError && (
        <StaleNote text={t('common.stale_text')} actionText={t('common.try_again')} onAction={() => void refetch()} />
      )}
    </>
  );
}
