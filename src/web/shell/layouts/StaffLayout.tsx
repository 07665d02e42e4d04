import { lazy, Suspense, type ReactNode } from 'react';
import { KeysButton, KeysHost } from '#web/platform/keys/KeysHost.tsx';
import { useOpenDialog } from '#web/platform/navigation/dialogs.ts';
import { useQueueNotices, useOwnNotices } from '#web/platform/realtime/live.ts';
import { isAdmin, useUser } from '#web/platform/session/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { DefaultLayout } from './DefaultLayout.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { SignedInFrame } from './SignedInFrame.tsx';
import { StaffMenu } from '../staff-menu/StaffMenu.tsx';
import { TerminalButton } from '../top-bar/TerminalButton.tsx';
import styles from './StaffLayout.module.css';

const DemoClock = lazy(async () => ({ default: (await import('../notices/DemoClock.tsx')).DemoClock }));
/** For staff who are clients as well and deal. */
const AccountDialogs = lazy(async () => ({ default: (await import('../AccountDialogs.tsx')).AccountDialogs }));

/** The frame of staff: bar, menu by group with what waits, and the screen over the whole width that is left. */
export function StaffLayout({ children }: { children: ReactNode }) {
  const user = useUser();
  const dialog = useOpenDialog();
  useOwnNotices(user?.id);
  useQueueNotices();
  if (!user) return <DefaultLayout>{children}</DefaultLayout>;
  return (
    <SignedInFrame
      user={user}
      className={styles.dense}
      actions={
        <>
          <PaletteButton wide />
          <KeysButton />
          {user.trading_account_limit > 0 && <TerminalButton />}
        </>
      }
      menu={<StaffMenu user={user} />}
      phoneMenu={<StaffMenu user={user} onPhone />}
      strip={
        windowConfig.demo &&
        isAdmin(user) && (
          <Suspense>
            <DemoClock />
          </Suspense>
        )
      }
      below={
        <>
          <KeysHost />
          {dialog !== null && dialog !== 'palette' && dialog !== 'keys' && (
            <Suspense>
              <AccountDialogs />
            </Suspense>
          )}
        </>
      }
    >
      {children}
    </SignedInFrame>
  );
}
