import { ArrowLeftRight, Home, LifeBuoy, TrendingUp, Wallet } from 'lucide-react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link, useScreenName } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { ChatLauncher } from '#web/support/ChatLauncher.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './BottomBar.module.css';

const money = /^(?:wallet|payments)/;

/** The five places of a phone, under the thumb; moving money is in the middle. Screens of other places light none. */
export function BottomBar({ hasChat }: { hasChat: boolean }) {
  const t = useText();
  const { may_deal: mayDeal } = useSignedIn();
  const name = useScreenName();
  return (
    <nav className={styles.bar} aria-label={t('shell.bottom_bar')}>
      <Link to="/home" className={styles.item}>
        <Home {...icon} />
        {t('shell.home')}
      </Link>
      <Link to="/wallet/list" exact={false} className={cx(styles.item, money.test(name) && styles.here)}>
        <Wallet {...icon} />
        {t('shell.finance')}
      </Link>
      {mayDeal && (
        <button type="button" className={styles.item} onClick={() => openDialog('move-money')}>
          <span className={styles.move}>
            <ArrowLeftRight {...icon} />
          </span>
          {t('shell.move')}
        </button>
      )}
      <Link to="/investor" className={styles.item}>
        <TrendingUp {...icon} />
        {t('shell.investor')}
      </Link>
      {hasChat ? (
        <ChatLauncher className={styles.item} word={t('shell.help')} />
      ) : (
        <Link to="/tickets" exact={false} className={styles.item}>
          <LifeBuoy {...icon} />
          {t('shell.help')}
        </Link>
      )}
    </nav>
  );
}
