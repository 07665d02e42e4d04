import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import type { ScreenFacts } from '#web/platform/navigation/screen.ts';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { provideMainLayout } from '#web/platform/navigation/main-layout.ts';
import { currentUser, isStaff, useUser } from '#web/platform/session/session.ts';
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

/** Signed-in people alone need them, so their code and texts are no part of the first screen. Screens wait for them first. */
const loadForClients = once(async () => {
  const [module] = await Promise.all([import('./layouts/MainLayout.tsx'), loadTexts('shell')]);
  return { default: module.MainLayout };
});
const loadForStaff = once(async () => {
  const [module] = await Promise.all([import('./layouts/StaffLayout.tsx'), loadTexts('shell', 'keys')]);
  return { default: module.StaffLayout };
});
const MainLayout = lazy(loadForClients);
const StaffLayout = lazy(loadForStaff);
provideMainLayout(() => (isStaff(currentUser()) ? loadForStaff() : loadForClients()));

/** Loads once; after a failure, again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    loading.catch(() => (loading = undefined));
    return loading;
  };
}

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
  const layout = layoutFor(screen, user);
  const Layout = layout === 'main' && isStaff(user) ? StaffLayout : layouts[layout];
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
