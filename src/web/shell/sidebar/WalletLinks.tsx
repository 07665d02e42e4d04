import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { StaleNote } from '#web/ui/feedback/StaleNote.tsx';
import styles from './Sidebar.module.css';

/** So old are balances at most when the menu appears: on a page that opens with it they have just been fetched. */
const freshMs = 5000;

/**
 * Each wallet with its name and its balance in dollars, in its own currency where it is pointed at, fetched whenever the menu appears, and the link to payments.
 */
export function WalletLinks() {
  const t = useText();
  const format = useFormat();
  const { data: wallets = [], isError, refetch } = useQuery({ ...walletsQuery, staleTime: freshMs });
  return (
    <>
      <ul className={styles.group}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <Link to={`/wallet/${wallet.id}`} className={styles.subitem}>
              <bdi>{wallet.name}</bdi>
              <bdi title={format.symbol(wallet.native_balance, wallet.currency)}>
                {format.symbol(wallet.balance, 'USD')}
              </bdi>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/payments" exact={false} className={styles.subitem}>
            {t('shell.payments')}
          </Link>
        </li>
      </ul>
      {isError && (
        <StaleNote text={t('common.stale_text')} actionText={t('common.try_again')} onAction={() => void refetch()} />
      )}
    </>
  );
}
