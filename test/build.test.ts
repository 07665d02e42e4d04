import { expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { findUnguarded } from '../scripts/find-unguarded.ts';

it('fails at an endpoint that does not say who may call it', () => {
  const { guard: _, ...unguarded } = api['wallets.list'];
  expect(findUnguarded(api)).toEqual([]);
  expect(findUnguarded({ ...api, 'wallets.open_to_all': unguarded })).toEqual(['wallets.open_to_all']);
});
