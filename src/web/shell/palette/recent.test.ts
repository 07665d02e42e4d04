import { expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { recentOf, remember } from './recent.ts';

const entry = (id: string, path?: string): Entry => ({
  id,
  group: 'screens',
  label: id,
  ...(path === undefined ? {} : { path }),
  action() {},
});
const ids = (person: string) => recentOf(person).map(({ id }) => id);

it('stores the last five choices of one person, each once, and no actions', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) remember('ann', entry(id, `/${id}`));
  remember('ann', entry('theme'));
  remember('ann', entry('recent-c', '/c'));
  expect(ids('ann')).toEqual(['c', 'f', 'e', 'd', 'b']);
  expect(ids('ben')).toEqual([]);
});
