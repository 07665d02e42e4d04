import { afterEach, expect, it } from 'vitest';
import { stored } from '#contract/constants.ts';
import { beginLeaving, dropToken, isOverruled, isWorking, keepToken } from './own-session.ts';
import { removeCookie, writeCookie } from './browser-storage.ts';

afterEach(dropToken);

it('knows its own session, and notices what another tab made of the cookie', () => {
  expect(isOverruled()).toBe(false);
  writeCookie(stored.token, 'somebody-else');
  expect(isOverruled()).toBe(true);
  keepToken('mine', false);
  expect(isOverruled()).toBe(false);
  removeCookie(stored.token);
  expect(isOverruled()).toBe(true);
  dropToken();
  expect(isOverruled()).toBe(false);
});

it('works in a session from the sign-in until the person begins to leave', () => {
  expect(isWorking()).toBe(false);
  keepToken('mine', false);
  expect(isWorking()).toBe(true);
  beginLeaving();
  expect(isWorking()).toBe(false);
  dropToken();
  keepToken('anew', false);
  expect(isWorking()).toBe(true);
});
