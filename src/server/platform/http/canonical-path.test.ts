import { describe, expect, it } from 'vitest';
import { isCanonical } from './canonical-path.ts';

describe('one spelling of a path', () => {
  it.each([
    '/',
    '/api/login',
    '/api/login?return=//elsewhere\\..%2f%61',
    '/api/autologin/3fe-a_b~c.d%3D%40',
    '/apps/atrium/channels/presence-room%3D1%2C2',
    '/en/Articles/caf%C3%A9',
    '/.well-known/security.txt',
    '/assets/first-C58jTSf_..js',
    '/apis/x',
    '/apps/atrium/channels/a;b',
    '/en/articles/100%25',
  ])('is %s', (target) => expect(isCanonical(target)).toBe(true));

  it.each([
    ['an encoded letter', '/%61pi/login'],
    ['an encoded digit', '/api/v%31'],
    ['an encoded hyphen, dot, underscore or tilde', '/api/client%2Dinfo'],
    ['encoded dots', '/api/%2e%2E/login'],
    ['an underscore', '/api/a%5fb'],
    ['a tilde', '/api/a%7eb'],
    ['an encoded slash', '/api%2Flogin'],
    ['an encoded backslash', '/api%5clogin'],
    ['an encoded zero', '/api/login%00'],
    ['an encoded line break', '/api/login%0d%0a'],
    ['two slashes', '/api//login'],
    ['two slashes at the beginning', '//api/login'],
    ['a dot segment', '/api/./login'],
    ['two dots', '/en/../api/login'],
    ['two dots at the end', '/api/login/..'],
    ['a backslash', '/api\\login'],
    ['capitals', '/API/login'],
    ['a fragment', '/api/login#a'],
    ['the absolute form', 'http://atrium.test/api/login'],
    ['no slash', 'api/login'],
    ['nothing', ''],
    ['a letter encoded twice', '/%2561pi/login'],
    ['a parameter of the first part', '/api;x=1/login'],
    ['letters beyond ASCII', '/api/lo\u00e9'],
  ])('is not one with %s', (_, target) => expect(isCanonical(target)).toBe(false));
});
