import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** The specification's names of routes, with their paths. */
const named = {
  welcome: '/$lang/',
  autologin: '/$lang/autologin/$token',
  login: '/$lang/login',
  home: '/$lang/home',
  'settings.profile': '/$lang/settings/profile',
  'wallet.show-by-id': '/$lang/wallet/$id',
  'trading-account.show-by-id': '/$lang/trading-account/$id',
  'IPO.list': '/$lang/ipo/calendar',
};

let pathsOf: (name: string) => string[];
beforeAll(async () => {
  // The routes follow the settings of the page, which are read when it loads.
  document.body.innerHTML = '<script type="application/json" id="config">{"features":{"ipo":true}}</script>';
  vi.resetModules();
  const { router } = await import('./routes.tsx');
  const routes = Object.values(router.routesById);
  pathsOf = (name) =>
    routes.filter(({ options }) => options.staticData?.screen?.name === name).map(({ fullPath }) => fullPath);
});
afterAll(() => {
  document.body.innerHTML = '';
  vi.resetModules();
});

it.each(Object.entries(named))('names the route %s', (name, path) => {
  expect(pathsOf(name)).toEqual([path]);
});
