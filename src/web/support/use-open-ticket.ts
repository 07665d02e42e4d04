import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { useText } from '#web/platform/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/language.ts';
import { ticketsQuery } from '#web/platform/list-queries.ts';
import { queries } from '#web/platform/queries.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { newId } from '#web/platform/new-id.ts';
import { toast } from '#web/ui/toast.ts';

type Wish = RequestOf<'POST /api/tickets/create'>['body'];

/**
 * The form of a new ticket. One intent has one request id, so a click repeated after a lost answer leads to the same
 * ticket. An id that already brought another text to the server is given up for the next try.
 */
export function useOpenTicket(onOpened: () => void) {
  const t = useText();
  const router = useRouter();
  const [requestId, setRequestId] = useState(newId);
  const form = useCallForm({ category: '', subject: '', text: '' });

  const begin = () => {
    form.reset();
    setRequestId(newId());
  };
  const open = form.submit(async (values) => {
    const wish = { ...(values as Omit<Wish, 'request_id'>), request_id: requestId };
    const ticket = await call('POST /api/tickets/create', { body: wish }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'http.idempotency_mismatch') setRequestId(newId());
      throw error;
    });
    begin();
    onOpened();
    void queries.invalidateQueries({ queryKey: ticketsQuery.queryKey });
    await router.navigate({ href: pathIn(currentLanguage(), `/tickets/${ticket.ticket_id}`) });
    toast({ text: t('tickets.opened', { number: ticket.number }) });
  });
  return { form, open, begin };
}
