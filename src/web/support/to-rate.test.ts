import { expect, it } from 'vitest';
import { roomToRate } from './to-rate.ts';

const room = { id: 'here', status: 'resolved', answered: true, rating: null, last_seq: 3 } as const;
const empty = { id: 'new', status: 'open', answered: false, rating: null, last_seq: 0 } as const;

it('asks about what was answered and settled, here or in the last chat while this one is empty', () => {
  expect(roomToRate([room], room)?.id).toBe('here');
  expect(roomToRate([empty, room], empty)?.id).toBe('here');
  expect(roomToRate([empty, room], { ...empty, last_seq: 1 })).toBeUndefined();
});

it('asks nothing about what has no reply, even if claimed, nor twice, nor about what is closed', () => {
  for (const other of [{ answered: false }, { rating: 4 }, { status: 'closed' as const }]) {
    expect(roomToRate([], { ...room, ...other })).toBeUndefined();
    expect(roomToRate([empty, { ...room, ...other }], empty)).toBeUndefined();
  }
});
