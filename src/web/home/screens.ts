import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    home: '/home';
  }
}

export const homeScreens: readonly Screen[] = [
  { path: '/home', name: 'home', title: 'home.title', texts: ['home'], page: () => import('./HomePage.tsx') },
];
