import type { Wallet } from '#contract/wallets/endpoints.ts';
import { CurrencySign } from '#web/platform/i18n/CurrencySign.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { ShareDot } from '#web/ui/figures/StackBar.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { State } from '#web/ui/State.tsx';
import { visuallyHiddenOnPhone } from '#web/ui/VisuallyHidden.tsx';
import styles from './WalletRows.module.css';

const isSomething = (amount: string) => /[1-9]/.test(amount);

/** Those that have a part of the bar above them, in its order. */
export const filledOf = (wallets: readonly Wallet[]) => wallets.filter(({ balance }) => Number(balance) > 0);

interface WalletRowsProps {
  /** Below a bar that shares the total among them. */
  shared?: boolean;
  wallets: readonly Wallet[];
}

/** Each wallet with what is in it, and what of that is held. */
export function WalletRows({ wallets, shared = false }: WalletRowsProps) {
  const t = useText();
  const format = useFormat();
  const filled = filledOf(wallets).map(({ id }) => id);
  return (
    <Rows label={t('wallets.list_title')}>
      {wallets.map(({ id, name, currency, available, held, native_balance, balance }) => (
        <Row
          key={id}
          icon={<CurrencySign currency={currency} />}
          name={
            <Link to={`/wallet/${id}`}>
              <span className={styles.name}>
                {shared && filled.includes(id) && <ShareDot index={filled.indexOf(id)} />}
                <bdi>{name}</bdi>
              </span>
            </Link>
          }
          more={
            isSomething(held) ? (
              <span className={styles.parts}>
                <span className={visuallyHiddenOnPhone}>
                  {t('wallets.available')} <bdi>{format.symbol(available, currency)}</bdi>
                </span>
                <State tone="others">
                  {t('wallets.held')} <bdi>{format.symbol(held, currency)}</bdi>
                </State>
              </span>
            ) : (
              format.currencyName(currency)
            )
          }
          end={<Sum amount={native_balance} currency={currency} />}
          endMore={currency !== 'USD' && <Sum amount={balance} currency="USD" />}
        />
      ))}
    </Rows>
  );
}
