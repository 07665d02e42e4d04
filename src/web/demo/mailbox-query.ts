import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

export type MailHead = AnswerOf<'GET /api/demo/mailbox'>[number];

const pollMs = 3000;

/** The latest mails, of one address when it is given; asked for again every few seconds. */
export const mailboxQuery = (to: string) =>
  queryOptions({
    queryKey: ['mailbox', to],
    queryFn: () => call('GET /api/demo/mailbox', { query: to === '' ? {} : { to } }, { loader: false }),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail', id],
    queryFn: () => call('GET /api/demo/mailbox/:id', { params: { id } }),
    staleTime: Infinity,
  });
