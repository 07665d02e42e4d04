import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { useOwnNotices } from '#web/platform/realtime/live.ts';
import { isWorking } from '#web/platform/session/own-session.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Bell } from '#web/notifications/Bell.tsx';
import { ChatBox } from '#web/support/ChatBox.tsx';
import { hasChatBox } from '#web/support/has-chat-box.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { BottomBar } from '../bottom-bar/BottomBar.tsx';
import { CreateTradingAccountDialog } from '../CreateTradingAccountDialog.tsx';
import styles from './MainLayout.module.css';
import { DefaultLayout } from './DefaultLayout.tsx';
import { LanguageOffer } from '../notices/LanguageOffer.tsx';
import { MobileMenu, MobileMenuButton } from '../sidebar/MobileMenu.tsx';
import { MoneyDialogs } from '../money/MoneyDialogs.tsx';
import { OpenAccountDialog } from '../OpenAccountDialog.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { ProofGate } from '../ProofGate.tsx';
import { Sidebar } from '../sidebar/Sidebar.tsx';
import { TickerTape } from '../TickerTape.tsx';
import { TerminalButton } from '../top-bar/TerminalButton.tsx';
import { TopBar } from '../top-bar/TopBar.tsx';
import { useLeave } from '../use-leave.ts';
import { VerifyEmailNotice } from '../notices/VerifyEmailNotice.tsx';
import { WelcomeBanner } from '../notices/WelcomeBanner.tsx';

const ClosureNotice = lazy(async () => ({ default: (await import('../notices/ClosureNotice.tsx')).ClosureNotice }));
const ConsentNotice = lazy(async () => {
  const [module] = await Promise.all([import('#web/legal/ConsentNotice.tsx'), loadTexts('legal', 'articles')]);
  return { default: module.ConsentNotice };
});

/** The frame of signed-in clients: bar, ticker tape, side menu, the screen, and the dialogs that every screen may open. */
export function MainLayout({ children }: { children: ReactNode }) {
  const [menuIsOpen, setMenuIsOpen] = useState(false);
  const user = useUser();
  useOwnNotices(user?.impersonation ? undefined : user?.id);
  // A session exists, but the user is unknown: without a network nothing else is known.
  if (!user) return isWorking() ? <DefaultLayout>{children}</DefaultLayout> : null;
  const hasChat = hasChatBox(user);
  return (
    <div className={styles.frame}>
      <TopBar
        actions={
          <>
            <PaletteButton />
            <TerminalButton />
          </>
        }
        end={
          <>
            <Bell />
            <LeaveButton />
            <MobileMenuButton isOpen={menuIsOpen} onToggle={() => setMenuIsOpen(!menuIsOpen)} />
          </>
        }
      />
      <MobileMenu isOpen={menuIsOpen} onClose={() => setMenuIsOpen(false)}>
        <Sidebar onPhone />
      </MobileMenu>
      <TickerTape />
      <div className={styles.body}>
        <aside className={styles.side}>
          <Sidebar />
        </aside>
        <main id="content" className={styles.content}>
          {!user.impersonation && <WelcomeBanner user={user} />}
          <LanguageOffer />
          {!user.impersonation && <VerifyEmailNotice user={user} />}
          {user.owes_consent && !user.impersonation && (
            <Suspense>
              <ConsentNotice />
            </Suspense>
          )}
          {user.closes_at !== null && (
            <Suspense>
              <ClosureNotice closesAt={user.closes_at} />
            </Suspense>
          )}
          {children}
        </main>
        {hasChat && <ChatBox />}
      </div>
      <BottomBar hasChat={hasChat} />
      <OpenAccountDialog />
      <CreateTradingAccountDialog />
      <MoneyDialogs />
      <PaletteHost user={user} />
      {!user.impersonation && <ProofGate />}
    </div>
  );
}

function LeaveButton() {
  const t = useText();
  const leave = useLeave();
  return (
    <IconButton label={t('shell.exit')} className={styles.leave} onClick={leave}>
      <LogOut {...icon} />
    </IconButton>
  );
}
