import { expect, it } from 'vitest';
import { openRecent } from './recent.ts';

const own = 'private-user.1';
function opened() {
  const world = { now: 0, isWhole: true };
  return {
    world,
    recent: openRecent(
      () => world.isWhole,
      () => world.now,
    ),
  };
}

it('says how long ago each event was last sent, and since when none is missing', () => {
  const { world, recent } = opened();
  world.now = 5000;
  recent.note(own, 'wallet.changed');
  world.now = 7000;
  recent.note(own, 'wallet.changed');
  recent.note('private-user.2', 'payment.changed');
  world.now = 9000;
  expect(recent.of(own)).toEqual({ whole_ms: 9000, ago_ms: { 'wallet.changed': 2000 } });
  expect(recent.of('private-user.3')).toEqual({ whole_ms: 9000, ago_ms: {} });
  world.now = 200_000;
  expect(recent.of(own)?.whole_ms).toBe(60_000);
});

it('says nothing while events may be missed, and begins again afterwards', () => {
  const { world, recent } = opened();
  recent.note(own, 'wallet.changed');
  world.isWhole = false;
  expect(recent.of(own)).toBeUndefined();
  world.isWhole = true;
  world.now = 4000;
  recent.startAgain();
  world.now = 5000;
  expect(recent.of(own)).toMatchObject({ whole_ms: 1000 });
});

it('forgets the oldest people when there are too many, and vouches for less', () => {
  const { world, recent } = opened();
  for (let person = 0; person < 20_100; person += 1) {
    world.now = person;
    recent.note(`private-user.${person}`, 'wallet.changed');
  }
  expect(recent.of('private-user.0')).toEqual({ whole_ms: 20_000, ago_ms: {} });
  expect(recent.of('private-user.20099')?.ago_ms).toEqual({ 'wallet.changed': 0 });
});

it('is about the channels of people only', () => {
  const { recent } = opened();
  recent.note('private-chat.1', 'message.new');
  expect(recent.of('private-chat.1')).toBeUndefined();
});
