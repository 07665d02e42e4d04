import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { runCheckAuth, runLocale } from '#web/platform/navigation/middleware.ts';
import { redirectToSetup } from '#web/platform/session/setup-token.ts';
import { routeOf } from '#web/platform/navigation/screen.ts';
import { ErrorLayout } from '#web/shell/layouts/ErrorLayout.tsx';
import { screens } from './modules.ts';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { Root } from './shell/Root.tsx';
import { routerScrolls } from './shell/scroll-after-navigation.ts';
import { ScreenSkeleton } from './shell/ScreenSkeleton.tsx';
import { StartSkeleton } from './shell/StartSkeleton.tsx';

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  pendingComponent: StartSkeleton,
  pendingMs: 0,
  beforeLoad: async ({ location }) => {
    redirectToSetup(location);
    await runLocale(location);
    await runCheckAuth();
  },
});

const lang = createRoute({ getParentRoute: () => root, path: '/$lang' });

const tree = root.addChildren([lang.addChildren(screens.map((screen) => routeOf(() => lang, screen)))]);

export const router = createRouter({
  routeTree: tree,
  defaultErrorComponent: ErrorLayout,
  defaultPendingComponent: ScreenSkeleton,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: routerScrolls,
});
