import type { AnyRoute } from '@tanstack/react-router';
import { forward, screen } from '#web/platform/navigation/screen.ts';
import { windowConfig } from './platform/window-config.ts';

/** The one screen before the setup is complete; afterwards its address is that of an old link. */
export const setupScreen = (below: () => AnyRoute) =>
  windowConfig.closed
    ? screen(below, '/setup', {
        name: 'setup',
        title: 'setup.title',
        layout: 'default',
        guard: 'anyone',
        texts: ['legal', 'articles', 'setup', 'settings', 'auth'],
        page: () => import('#web/settings/setup/SetupPage.tsx'),
      })
    : forward(below, '/setup', '/login');
