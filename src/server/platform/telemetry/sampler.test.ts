import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { samplerOf } from './sampler.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

const ids = Array.from({ length: 2000 }, (_, n) => createHash('md5').update(String(n)).digest('hex'));
const parent = (isSampled: boolean) => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled });

it('keeps all, none, or a share of the traces', () => {
  const kept = (name: Parameters<typeof samplerOf>[0], share: number) =>
    ids.filter((id) => samplerOf(name, share)(id, undefined)).length;
  expect(kept('always_on', 0)).toBe(2000);
  expect(kept('always_off', 1)).toBe(0);
  expect(kept('traceidratio', 1)).toBe(2000);
  expect(kept('parentbased_traceidratio', 0)).toBe(0);
  expect(Math.abs(kept('parentbased_traceidratio', 0.25) - 500)).toBeLessThan(100);
});

it('follows the parent where its name says so', () => {
  expect(samplerOf('parentbased_always_off', 1)(parent(true).traceId, parent(true))).toBe(true);
  expect(samplerOf('parentbased_always_on', 1)(parent(false).traceId, parent(false))).toBe(false);
  expect(samplerOf('always_on', 1)(parent(false).traceId, parent(false))).toBe(true);
});

it('reads a step of a trace as it was written, and nothing else', () => {
  for (const one of [parent(true), parent(false)]) expect(readTraceparent(writeTraceparent(one))).toEqual(one);
  const good = writeTraceparent(parent(true));
  for (const wrong of ['', null, undefined, [good], `${good}-1`, good.replace('00-', 'ff-'), good.toUpperCase()])
    expect(readTraceparent(wrong)).toBeUndefined();
});
