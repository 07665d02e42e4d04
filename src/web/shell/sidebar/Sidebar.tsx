import { BarChart3, CandlestickChart, Home, LogOut, Pencil, Search, TrendingUp, Wallet } from 'lucide-react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link, useScreenName } from '#web/platform/navigation/navigation.tsx';
import { ChatLauncher } from '#web/support/ChatLauncher.tsx';
import { hasChatBox } from '#web/support/has-chat-box.ts';
import { icon } from '#web/ui/icon.ts';
import { OperatorLinks } from '../brand/OperatorLinks.tsx';
import { ApplicationLinks } from './ApplicationLinks.tsx';
import { IpoLinks } from './IpoLinks.tsx';
import { MenuGroup } from './MenuGroup.tsx';
import { MoveMoneyButton } from './MoveMoneyButton.tsx';
import { PersonalManager } from './PersonalManager.tsx';
import { ProfileBlock } from './ProfileBlock.tsx';
import styles from './Sidebar.module.css';
import { SidebarSkeleton } from './SidebarSkeleton.tsx';
import { TicketsLink } from './TicketsLink.tsx';
import { TradingAccountLinks } from './TradingAccountLinks.tsx';
import { useLeave } from '../use-leave.ts';
import { WalletLinks } from './WalletLinks.tsx';

/** The side menu; on phones the same is in the menu under the bar, with the sign-out. */
export function Sidebar({ onPhone = false }: { onPhone?: boolean }) {
  const t = useText();
  const user = useUser();
  const leave = useLeave();
  const screen = useScreenName();
  if (!user) return <SidebarSkeleton label={t('common.loading')} />;
  const within = (prefix: string) => screen.startsWith(prefix);
  return (
    <div className={styles.sidebar}>
      <ProfileBlock user={user} edit={<Pencil {...icon} />} />
      {user.may_deal && <MoveMoneyButton />}
      <nav className={styles.menu} aria-label={t('shell.menu')}>
        {onPhone && (
          <button type="button" className={styles.item} onClick={() => openDialog('palette')}>
            <Search {...icon} />
            {t('shell.palette')}
          </button>
        )}
        <Link to="/home" className={styles.item}>
          <Home {...icon} />
          {t('shell.home')}
        </Link>
        <MenuGroup
          label={t('shell.finance')}
          icon={<Wallet {...icon} />}
          isHere={within('wallet.') || within('payments.')}
        >
          <WalletLinks />
        </MenuGroup>
        <MenuGroup label={t('shell.trading')} icon={<CandlestickChart {...icon} />} isHere={within('trading-account.')}>
          <TradingAccountLinks />
        </MenuGroup>
        <Link to="/investor" className={styles.item}>
          <TrendingUp {...icon} />
          {t('shell.investor')}
        </Link>
        <Link to="/analytics" exact={false} className={styles.item}>
          <BarChart3 {...icon} />
          {t('shell.analytics')}
        </Link>
        <IpoLinks isHere={within('IPO.')} />
        <TicketsLink />
        <OperatorLinks className={styles.item} />
        {onPhone && (
          <button type="button" className={styles.item} onClick={leave}>
            <LogOut {...icon} />
            {t('shell.exit')}
          </button>
        )}
      </nav>
      <PersonalManager user={user} />
      {!onPhone && hasChatBox(user) && <ChatLauncher className={styles.item} />}
      <ApplicationLinks />
    </div>
  );
}
