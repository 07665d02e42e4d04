import { expect, it } from 'vitest';
import type { Refusal } from '#server/platform/refusal.ts';
import { readRecords } from './read-records.ts';

/** Byte by byte too, so that each end of a piece is met. */
async function read(text: string, size = 1): Promise<unknown> {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const records: string[][] = [];
  try {
    for await (const { cells, line } of readRecords(pieces())) records.push([String(line), ...cells]);
  } catch (error) {
    return { after: records.length, code: (error as Refusal).code, params: (error as Refusal).params };
  }
  return records;
}

const ida =
  '{"id":"A1","name":{"first":"Ida","last":"Åsen"},"tags":["vip","gold"],"USD":1200.50,"ok":true,"none":null}';
const jan = '{"id":"A2","USD":12345678901234567.89}';
const expected = [
  ['1', 'id', 'name.first', 'name.last', 'tags', 'USD', 'ok', 'none'],
  ['1', 'A1', 'Ida', 'Åsen', 'vip;gold', '1200.50', 'true', ''],
  ['2', 'A2', '', '', '', '12345678901234567.89', '', ''],
];

it.each([
  ['an array', `[${ida},\n ${jan}]`],
  ['lines', `${ida}\n${jan}\n`],
  ['after a byte order mark and blank lines', `\uFEFF\n\n ${ida}\r\n${jan}`],
])('reads JSON as %s, with the numbers as they are written', async (_, text) => {
  expect(await read(text)).toEqual(expected);
  expect(await read(text, 65_536)).toEqual(expected);
});

it.each([
  ['a key that the first object lacks', `${jan}\n${ida}`, 2],
  ['a text that does not end', `[${ida},{"id":"A`, 2],
  ['an array that does not end', `[${ida}`, 2],
  ['something after the array', `[${ida}] ${jan}`, 2],
  ['objects in an array', '{"id":[{"a":1}]}', 1],
  ['a value that is no object', '[1]', 1],
  ['one place said twice', '{"a.b":1,"a":{"b":2}}', 1],
  ['deep nesting', `[${'['.repeat(100_000)}`, 1],
  ['an object that is too long', `{"id":"${'a'.repeat(30_000)}"}`, 1],
  ['no JSON', '{id: 1}', 1],
  ['a number at the end', `${jan}\n12`, 2],
])('refuses %s by its place', async (_, text, line) => {
  expect(await read(text, 1000)).toMatchObject({ code: 'imports.unreadable', params: { line } });
});

it('takes nothing from an empty array or empty objects', async () => {
  expect([await read('[]'), await read('{}\n{}')]).toEqual([[], []]);
});

it('reads what begins otherwise as CSV', async () => {
  expect(await read('id;name\nA1;Ida\n')).toEqual([
    ['1', 'id', 'name'],
    ['2', 'A1', 'Ida'],
  ]);
});
