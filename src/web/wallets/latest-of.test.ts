import type { UseQueryResult } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ResponseOf } from '#contract/api.ts';
import { latestCount, latestOf } from './latest-of.ts';

type Info = ResponseOf<'POST /api/wallets-info'>;
type Found = UseQueryResult<Info>;

const info = (name: string, ...days: string[]) =>
  ({
    wallet: { name },
    operations: days.map((day) => ({ id: day, at: `2026-11-${day}T09:00:00Z` })),
  }) as unknown as Info;
const read = (data: Info) => ({ data, isPending: false, isError: false, isFetching: false }) as Found;
const pending = { data: undefined, isPending: true, isError: false, isFetching: true } as Found;
const failed = { data: undefined, isPending: false, isError: true, isFetching: false } as Found;

it('takes the latest of all wallets, the newest first', () => {
  const { data } = latestOf([read(info('Euro', '20', '10')), read(info('Dollar', '15'))]);
  expect(data?.map(({ id, wallet }) => `${wallet.name} ${id}`)).toEqual(['Euro 20', 'Dollar 15', 'Euro 10']);
  const days = ['11', '12', '13', '14', '15', '16', '17'];
  expect(latestOf([read(info('Euro', ...days)), read(info('Dollar', ...days))]).data).toHaveLength(latestCount);
});

it('waits until each wallet is read or failed, and hides none for one that failed', () => {
  const euro = read(info('Euro', '20'));
  expect(latestOf([euro, pending]).data).toBeUndefined();
  expect(latestOf([euro, failed])).toMatchObject({ data: [{ id: '20' }], isError: true });
  expect(latestOf([failed, failed])).toMatchObject({ data: undefined, isError: true });
});
