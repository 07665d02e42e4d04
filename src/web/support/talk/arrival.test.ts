import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readArrival } from './arrival.ts';

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

it.each([
  ['a text', { chatMessage: { seq: 1, message: 'Hello' } }, { message: { seq: 1, message: 'Hello' } }],
  ['a file, whose text is empty', { chatMessage: { seq: 2, message: '' } }, { message: { seq: 2, message: '' } }],
  ['word of a long one', { id: 'a', seq: 3, roomId: 'here' }, { message: undefined }],
])('takes %s', (_, data, arrival) => {
  expect(readArrival(data)).toEqual(arrival);
  expect(warned).not.toHaveBeenCalled();
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['an empty event', {}],
  ['a message without a body', { chatMessage: { seq: 4 } }],
  ['a message that is null', { chatMessage: null }],
])('ignores %s, with a warning', (_, data) => {
  expect(readArrival(data)).toBeUndefined();
  expect(warned).toHaveBeenCalledExactlyOnceWith('Ignoring a chat event without a message', data);
});
