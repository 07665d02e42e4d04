import { expect, it } from 'vitest';
import { scrub } from './scrub.ts';

it.each([
  ['invalid input syntax for type uuid: "Ida Berg"', 'invalid input syntax for type uuid: …'],
  ['no such account GB29NWBK60161331926819', 'no such account …'],
  ['no such account GB29 NWBK 6016 1331 9268 19 here', 'no such account … here'],
  ['550 no mailbox: <ida.berg@example.com>', '550 no mailbox: <…@…>'],
  ['card 4242424242424242 was refused', 'card … was refused'],
  ['no client 0193c1a2-7b5e-7c41-9f00-1234567890ab', 'no client …'],
  ['the collector answers 503', 'the collector answers 503'],
])('%s', (message, scrubbed) => expect(scrub(message)).toBe(scrubbed));
