import { queryOptions } from '@tanstack/react-query';
import type { IpoApplication } from '#contract/ipo.ts';
import { call } from '#web/platform/api.ts';

/** The own applications and what became of them; two screens show a part each. */
export const myIpoQuery = queryOptions({
  queryKey: ['my-ipo'],
  queryFn: () => call('POST /api/ipo/my-ipo', { body: {} }),
});

const ended = new Set<IpoApplication['state']>(['not_allotted', 'rejected', 'closed', 'cancelled', 'expired']);

/** Whether nothing will happen to an application any more. */
export const isEnded = ({ state }: Pick<IpoApplication, 'state'>): boolean => ended.has(state);
