import { expect, it } from 'vitest';
import { errorLine } from './error-line.ts';

it.each<[unknown, string]>([
  [new Error('no paper in the printer\n    at print (/srv/print.ts:4)'), 'no paper in the printer'],
  [new Error('[\n  {\n    "code": "invalid_type"\n  }\n]'), '[ { "code": "invalid_type" } ]'],
  [new Error('550 no mailbox: <ida.berg@example.com>'), '550 no mailbox: <…@…>'],
  [new Error('cannot reach smtp://user:pa55@mail.test:25'), 'cannot reach smtp://mail.test:25'],
  [new Error('GET https://feed.test/rates?key=abc answered 500'), 'GET https://feed.test/rates?… answered 500'],
  [new Error(`not a token: ${'aB3_'.repeat(11)}`), 'not a token: …'],
  [new Error('no client 0193c1a2-7b5e-7c41-9f00-1234567890ab'), 'no client 0193c1a2-7b5e-7c41-9f00-1234567890ab'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new Error('word '.repeat(200)), 'word '.repeat(60)],
  ['nothing that is an error', 'nothing that is an error'],
])('the line of %s: %s', (error, line) => {
  expect(errorLine(error)).toBe(line);
});
