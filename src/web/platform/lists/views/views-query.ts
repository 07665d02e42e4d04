import { queryOptions } from '@tanstack/react-query';
import type { ListViews } from '#contract/lists/endpoints.ts';
import { call } from '../../api/api.ts';
import { showResponse } from '../../api/show-response.ts';

export type View = ListViews['views'][number];

/** The person’s own views of a list. */
export const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: ['list-views', list],
    queryFn: () => call('POST /api/staff/list-views', { body: { list } }),
  });

export const showViews = (list: string, views: ListViews) => showResponse(viewsQuery(list).queryKey, views);
