import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

export type EmailHead = ResponseOf<'GET /api/demo/mailbox'>[number];

const pollMs = 3000;

/**
 * The latest emails, of one address when it is given; polled every few seconds. Until the first response, those that are
 * known already, but none to another address: a person would open its links.
 */
export const mailboxQuery = (to: string) =>
  queryOptions({
    queryKey: ['mailbox', to],
    queryFn: () => call('GET /api/demo/mailbox', { query: to === '' ? {} : { to } }, { loader: false }),
    refetchInterval: pollMs,
    placeholderData: (known) => known?.filter((email) => to === '' || email.to === to),
  });

export const emailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail', id],
    queryFn: () => call('GET /api/demo/mailbox/:id', { params: { id } }),
    staleTime: Infinity,
  });
