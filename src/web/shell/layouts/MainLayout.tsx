import type { ReactNode } from 'react';
import { useOwnNotices } from '#web/platform/realtime/live.ts';
import { isWorking } from '#web/platform/session/own-session.ts';
import { useUser } from '#web/platform/session/session.ts';
import { ChatBox } from '#web/support/ChatBox.tsx';
import { hasChatBox } from '#web/support/has-chat-box.ts';
import { OperatorFooter } from '../brand/OperatorFooter.tsx';
import { BottomBar } from '../bottom-bar/BottomBar.tsx';
import { CreateTradingAccountDialog } from '../CreateTradingAccountDialog.tsx';
import { DefaultLayout } from './DefaultLayout.tsx';
import { MoneyDialogs } from '../money/MoneyDialogs.tsx';
import { OpenAccountDialog } from '../OpenAccountDialog.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { Sidebar } from '../sidebar/Sidebar.tsx';
import { SignedInFrame } from './SignedInFrame.tsx';
import { TickerTape } from '../TickerTape.tsx';
import { TerminalButton } from '../top-bar/TerminalButton.tsx';
import { WelcomeBanner } from '../notices/WelcomeBanner.tsx';

/** The frame of signed-in clients: bar, ticker tape, side menu, the screen, and the dialogs that every screen may open. */
export function MainLayout({ children }: { children: ReactNode }) {
  const user = useUser();
  useOwnNotices(user?.impersonation ? undefined : user?.id);
  // A session exists, but the user is unknown: without a network nothing else is known.
  if (!user) return isWorking() ? <DefaultLayout>{children}</DefaultLayout> : null;
  const hasChat = hasChatBox(user);
  return (
    <SignedInFrame
      user={user}
      actions={
        <>
          <PaletteButton />
          <TerminalButton />
        </>
      }
      menu={<Sidebar />}
      phoneMenu={<Sidebar onPhone />}
      strip={<TickerTape />}
      greeting={!user.impersonation && <WelcomeBanner user={user} />}
      beside={hasChat && <ChatBox />}
      below={
        <>
          <OperatorFooter />
          <BottomBar hasChat={hasChat} />
          <OpenAccountDialog />
          <CreateTradingAccountDialog />
          <MoneyDialogs />
        </>
      }
    >
      {children}
    </SignedInFrame>
  );
}
