import { expect, test } from 'vitest';
import { mailboxQuery, type EmailHead } from './mailbox-query.ts';

const email = (to: string) => ({ id: to, to }) as EmailHead;
const known = [email('ida@example.com'), email('ole@example.com')];

const shownFirst = (to: string) => {
  const { placeholderData } = mailboxQuery(to);
  return typeof placeholderData === 'function' ? placeholderData(known, undefined) : placeholderData;
};

test('until its response is there, an address shows what is known of it, and no email to another', () => {
  expect(shownFirst('ida@example.com')).toEqual([email('ida@example.com')]);
  expect(shownFirst('nora@example.com')).toEqual([]);
  expect(shownFirst('')).toEqual(known);
});
