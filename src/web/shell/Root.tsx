import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import type { ScreenFacts } from '#web/platform/navigation/screen.ts';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { provideMainLayout } from '#web/platform/navigation/main-layout.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useUnsentMessages } from '#web/support/use-unsent-messages.ts';
import { Toaster } from '#web/ui/feedback/Toaster.tsx';
import { BasicLayout } from './layouts/BasicLayout.tsx';
import { ClearLayout } from './layouts/ClearLayout.tsx';
import { ConnectionNotes } from './notices/ConnectionNotes.tsx';
import { DefaultLayout } from './layouts/DefaultLayout.tsx';
import { NavigationProgress } from './NavigationProgress.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { Troubles } from './notices/Troubles.tsx';
import { useAfterNavigation } from './use-after-navigation.ts';

/** Signed-in people alone need it, so its code and texts are no part of the first screen. Screens wait for it first. */
const load = async () => {
  const [module] = await Promise.all([import('./layouts/MainLayout.tsx'), loadTexts('shell')]);
  return { default: module.MainLayout };
};
const MainLayout = lazy(load);
provideMainLayout(load);

/** For staff who see what a client sees. */
const ImpersonationBanner = lazy(async () => {
  const [module] = await Promise.all([import('./notices/ImpersonationBanner.tsx'), loadTexts('shell')]);
  return { default: module.ImpersonationBanner };
});

const layouts: Record<ScreenFacts['layout'], ComponentType<{ children: ReactNode }>> = {
  main: MainLayout,
  basic: BasicLayout,
  default: DefaultLayout,
  clear: ClearLayout,
};

/** Who is signed in keeps the menu where there is no screen, or none that they may enter. */
function layoutFor(screen: ScreenFacts | undefined, user: User | null): ScreenFacts['layout'] {
  const isInside = user !== null && !user.second_factor_due;
  const isNone = screen === undefined || screen.name === 'unauthorized';
  return isNone && isInside ? 'main' : (screen?.layout ?? 'default');
}

/** Everything around a screen: its layout, the progress bar, toasts, and what interrupts from above. */
export function Root() {
  const t = useText();
  const user = useUser();
  const screen = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.screen });
  const Layout = layouts[layoutFor(screen, user)];
  useAfterNavigation();
  useUnsentMessages();
  return (
    <>
      <NavigationProgress />
      <Suspense fallback={<ScreenSkeleton />}>
        <Layout>
          <Outlet />
        </Layout>
      </Suspense>
      {user?.impersonation && (
        <Suspense>
          <ImpersonationBanner user={user} impersonation={user.impersonation} />
        </Suspense>
      )}
      <ConnectionNotes />
      <Toaster dismissLabel={t('common.dismiss')} />
      <Troubles />
    </>
  );
}
