import { describe, expect, it } from 'vitest';
import { fetchStrategyOf } from './fetch-strategy.ts';

const home = 'https://atrium.test';
const way = (path: string, mode: RequestMode = 'navigate', method = 'GET') =>
  fetchStrategyOf({ method, mode, url: new URL(path, home).href }, home);

describe('a request', () => {
  it.each(['/', '/en/login', '/de/wallet/3?tab=all', '/ar/ipo/calendar/0198', '/apis'])(
    'for the page %s has the shell',
    (path) => expect(way(path)).toBe('page'),
  );

  it.each(['/assets/index-abc123.js', '/assets/plex-latin.woff2', '/texts/0a1b2c/ar/common.json'])(
    'for the public file %s is answered from what is kept',
    (path) => {
      expect(way(path, 'cors')).toBe('cache');
      expect(way(path, 'no-cors')).toBe('cache');
    },
  );

  it.each([
    ['/api/wallets', 'cors'],
    ['/api/files/0198/content', 'no-cors'],
    ['/api/docs', 'navigate'],
    ['/api', 'navigate'],
    ['/embed/rates/0198.a1', 'navigate'],
    ['/pusher/auth', 'cors'],
    ['/app/key', 'cors'],
    ['/en/home', 'cors'],
    ['/service-worker.js', 'same-origin'],
    ['/de/manifest.webmanifest', 'cors'],
    ['/icons/icon-192.png', 'no-cors'],
    ['/statement.pdf', 'navigate'],
    ['https://elsewhere.test/assets/index-abc123.js', 'cors'],
    ['https://elsewhere.test/', 'navigate'],
  ] as const)('for %s goes its way', (path, mode) => expect(way(path, mode)).toBe('network'));

  it.each(['POST', 'HEAD', 'PUT', 'DELETE'])('that is a %s goes its way', (method) => {
    expect(way('/en/login', 'navigate', method)).toBe('network');
    expect(way('/assets/index-abc123.js', 'cors', method)).toBe('network');
  });
});
