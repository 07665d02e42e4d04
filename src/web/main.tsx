import './styles/tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadFontsAfterFirstPaint } from './styles/load-fonts.ts';
import { watchConnection } from '#web/platform/realtime/connection.ts';
import { startWorker } from '#web/platform/realtime/service-worker.ts';
import { watchSession } from '#web/platform/session/own-session.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { watchLeaving } from '#web/platform/session/session.ts';
import { startTheme } from './platform/theme.ts';
import { wearAccents } from './platform/accents.ts';
import { windowConfig } from './platform/window-config.ts';
import { router } from './routes.tsx';
import { scrollAfterNavigation } from './shell/scroll-after-navigation.ts';

wearAccents(windowConfig.accents);
startTheme();
watchSession();
watchLeaving();
watchConnection(() => void queries.invalidateQueries());
loadFontsAfterFirstPaint();
// Before the first screen resolves, which may be before anything is drawn.
scrollAfterNavigation(router);

const element = document.getElementById('app');
if (!element) throw new Error('the page has no place for the application');
const page = createRoot(element);
/** As a transition, which React draws in slices: a phone stays free to scroll and type in between. */
const draw = () =>
  startTransition(() =>
    page.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
// A screen that is here at once is drawn once and whole; what takes longer than one notices begins with its skeleton.
const noticed = new Promise((due) => setTimeout(due, 100));
void Promise.race([router.load(), noticed]).then(draw, draw);

// After what the person waits for, and not while developing, when nothing is built.
if (import.meta.env.PROD && windowConfig.serviceWorker) {
  window.addEventListener('load', () => {
    startWorker((href) => void router.navigate({ href })).catch((error: unknown) =>
      console.error('Error starting the worker', error),
    );
  });
}
