import { useRouterState } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { Bell } from '#web/notifications/Bell.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LanguageOffer } from '../notices/LanguageOffer.tsx';
import { VerifyEmailNotice } from '../notices/VerifyEmailNotice.tsx';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { ProofGate } from '../ProofGate.tsx';
import { MobileMenu, MobileMenuButton } from '../sidebar/MobileMenu.tsx';
import { TopBar } from '../top-bar/TopBar.tsx';
import { useLeave } from '../use-leave.ts';
import styles from './SignedInFrame.module.css';

const ClosureNotice = lazy(async () => ({ default: (await import('../notices/ClosureNotice.tsx')).ClosureNotice }));
const ConsentNotice = lazy(async () => {
  const [module] = await Promise.all([import('#web/legal/ConsentNotice.tsx'), loadTexts('legal', 'articles')]);
  return { default: module.ConsentNotice };
});

interface SignedInFrameProps {
  user: User;
  /** Sets the measures that the stylesheet reads. */
  className?: string | undefined;
  /** Beside the brand in the bar. */
  actions: ReactNode;
  menu: ReactNode;
  /** The menu in the form for phones and tablets. */
  phoneMenu: ReactNode;
  /** A strip between the bar and the screen. */
  strip?: ReactNode;
  /** Above the notices. */
  greeting?: ReactNode;
  /** Beside the screen. */
  beside?: ReactNode;
  /** Below the screen: a bar of phones, and dialogs. */
  below?: ReactNode;
  children: ReactNode;
}

/** What the frames of clients and staff share: bar, menu beside the screen or behind a button, notices, palette and proof. */
export function SignedInFrame(props: SignedInFrameProps) {
  const [menuIsOpen, setMenuIsOpen] = useState(false);
  const { user } = props;
  return (
    <div className={cx(styles.frame, props.className)}>
      <TopBar
        actions={props.actions}
        end={
          <>
            <Bell />
            <LeaveButton />
            <MobileMenuButton isOpen={menuIsOpen} onToggle={() => setMenuIsOpen(!menuIsOpen)} />
          </>
        }
      />
      <MobileMenu isOpen={menuIsOpen} onClose={() => setMenuIsOpen(false)}>
        {props.phoneMenu}
      </MobileMenu>
      {props.strip}
      <div className={styles.body}>
        <aside className={styles.side}>{props.menu}</aside>
        <Main>
          {props.greeting}
          <Notices user={user} />
          {props.children}
        </Main>
        {props.beside}
      </div>
      {props.below}
      <PaletteHost user={user} />
      {!user.impersonation && <ProofGate />}
    </div>
  );
}

/** The screen: busy from the moment that another one is on its way until it stands. */
function Main({ children }: { children: ReactNode }) {
  const isNavigating = useRouterState({ select: (state) => state.isLoading });
  return (
    <main id="content" className={styles.content} aria-busy={isNavigating || undefined}>
      {children}
    </main>
  );
}

/** What a person has to do or to know before the screen. Staff who view as a client do nothing for them. */
function Notices({ user }: { user: User }) {
  return (
    <>
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
    </>
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
