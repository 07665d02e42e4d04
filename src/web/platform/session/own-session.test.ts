import { afterEach, expect, it } from 'vitest';
import { stored } from '#contract/kernel/constants.ts';
import { startLeaving, dropToken, isOverruled, isWorking, storeToken } from './own-session.ts';
import { removeCookie, writeCookie } from './browser-storage.ts';

afterEach(dropToken);

it('knows its own session, and notices a change of the cookie by another tab', () => {
  expect(isOverruled()).toBe(false);
  writeCookie(stored.token, 'somebody-else');
  expect(isOverruled()).toBe(true);
  storeToken('mine', false);
  expect(isOverruled()).toBe(false);
  removeCookie(stored.token);
  expect(isOverruled()).toBe(true);
  dropToken();
  expect(isOverruled()).toBe(false);
});

it('works in a session from the sign-in until the person begins to leave', () => {
  expect(isWorking()).toBe(false);
  storeToken('mine', false);
  expect(isWorking()).toBe(true);
  startLeaving();
  expect(isWorking()).toBe(false);
  dropToken();
  storeToken('anew', false);
  expect(isWorking()).toBe(true);
});
