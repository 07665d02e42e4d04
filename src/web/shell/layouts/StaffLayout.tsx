import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { useOpenDialog } from '#web/platform/navigation/dialogs.ts';
import { useQueueNotices, useOwnNotices } from '#web/platform/realtime/live.ts';
import { isAdmin, useUser } from '#web/platform/session/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Bell } from '#web/notifications/Bell.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { DefaultLayout } from './DefaultLayout.tsx';
import { LanguageOffer } from '../notices/LanguageOffer.tsx';
import { VerifyEmailNotice } from '../notices/VerifyEmailNotice.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { ProofGate } from '../ProofGate.tsx';
import { MobileMenu, MobileMenuButton } from '../sidebar/MobileMenu.tsx';
import { StaffMenu } from '../staff-menu/StaffMenu.tsx';
import { TerminalButton } from '../top-bar/TerminalButton.tsx';
import { TopBar } from '../top-bar/TopBar.tsx';
import { useLeave } from '../use-leave.ts';
import styles from './StaffLayout.module.css';

const ClosureNotice = lazy(async () => ({ default: (await import('../notices/ClosureNotice.tsx')).ClosureNotice }));
const ConsentNotice = lazy(async () => {
  const [module] = await Promise.all([import('#web/legal/ConsentNotice.tsx'), loadTexts('legal', 'articles')]);
  return { default: module.ConsentNotice };
});
const DemoClock = lazy(async () => ({ default: (await import('../notices/DemoClock.tsx')).DemoClock }));
/** For staff who are clients as well and deal. */
const AccountDialogs = lazy(async () => ({ default: (await import('../AccountDialogs.tsx')).AccountDialogs }));

/** The frame of staff: bar, menu by group with what waits, and the screen over the whole width that is left. */
export function StaffLayout({ children }: { children: ReactNode }) {
  const t = useText();
  const [menuIsOpen, setMenuIsOpen] = useState(false);
  const user = useUser();
  const leave = useLeave();
  const dialog = useOpenDialog();
  useOwnNotices(user?.id);
  useQueueNotices();
  if (!user) return <DefaultLayout>{children}</DefaultLayout>;
  return (
    <div className={styles.frame}>
      <TopBar
        actions={
          <>
            <PaletteButton wide />
            {user.trading_account_limit > 0 && <TerminalButton />}
          </>
        }
        end={
          <>
            <Bell />
            <IconButton label={t('shell.exit')} className={styles.leave} onClick={leave}>
              <LogOut {...icon} />
            </IconButton>
            <MobileMenuButton isOpen={menuIsOpen} onToggle={() => setMenuIsOpen(!menuIsOpen)} />
          </>
        }
      />
      <MobileMenu isOpen={menuIsOpen} onClose={() => setMenuIsOpen(false)}>
        <StaffMenu user={user} onPhone />
      </MobileMenu>
      {windowConfig.demo && isAdmin(user) && (
        <Suspense>
          <DemoClock />
        </Suspense>
      )}
      <div className={styles.body}>
        <aside className={styles.side}>
          <StaffMenu user={user} />
        </aside>
        <main id="content" className={styles.content}>
          <LanguageOffer />
          <VerifyEmailNotice user={user} />
          {user.owes_consent && (
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
      </div>
      {dialog !== null && dialog !== 'palette' && (
        <Suspense>
          <AccountDialogs />
        </Suspense>
      )}
      <PaletteHost user={user} />
      <ProofGate />
    </div>
  );
}
