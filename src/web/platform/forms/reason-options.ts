import { queryOptions } from '@tanstack/react-query';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { call } from '../api/api.ts';

/** The reasons that may be given for a purpose now, in the reader’s language. */
export const reasonChoicesQuery = (purpose: ReasonPurpose) =>
  queryOptions({
    queryKey: ['reasons', 'choices', purpose],
    queryFn: () => call('POST /api/staff/reasons/choices', { body: { purpose } }),
  });
