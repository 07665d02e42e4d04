import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestOf } from '#contract/api.ts';
import { filesPerMessage, type LinkType, type TicketCategory } from '#contract/support/names.ts';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { ticketsQuery } from '#web/platform/api/list-queries.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useUploads } from '#web/platform/files/use-uploads.ts';
import { newId } from '#web/platform/new-id.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type TicketInput = RequestOf<'POST /api/tickets/create'>['body'];

/** What the client asks about, by the id that its screen uses and a name that the client knows. */
export interface About {
  type: LinkType;
  id: string;
  name: string;
}

/** What a new ticket begins with. */
export interface TicketStart {
  about?: About | undefined;
  text?: string | undefined;
}

const categoryOf: Record<LinkType, TicketCategory> = {
  payment: 'payments',
  operation: 'payments',
  trading_account: 'trading',
  deal: 'trading',
  position: 'trading',
  order: 'trading',
  application: 'ipo',
  holding: 'ipo',
};

/**
 * The form of a new ticket. One intent has one request id, so a click repeated after a lost answer leads to the same
 * ticket. An id that already brought another text to the server is given up for the next try.
 */
export function useOpenTicket({ about, text = '' }: TicketStart, onOpened: () => void) {
  const t = useText();
  const router = useRouter();
  const uploads = useUploads('message', filesPerMessage);
  const [requestId, setRequestId] = useState(newId);
  const form = useCallForm({ category: about ? categoryOf[about.type] : '', subject: '', text });

  const start = () => {
    form.reset();
    uploads.clear();
    setRequestId(newId());
  };
  const open = form.submit(async (values) => {
    const { category, ...words } = values;
    const input: TicketInput = {
      ...words,
      category: category as TicketCategory,
      request_id: requestId,
      ...(uploads.ids.length > 0 && { files: uploads.ids }),
      ...(about && { link: { type: about.type, id: about.id } }),
    };
    const ticket = await call('POST /api/tickets/create', { body: input }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'http.idempotency_mismatch') setRequestId(newId());
      throw error;
    });
    start();
    onOpened();
    void queries.invalidateQueries({ queryKey: ticketsQuery.queryKey });
    await router.navigate({ href: pathIn(currentLanguage(), `/tickets/${ticket.ticket_id}`) });
    toast({ text: t('tickets.opened', { number: ticket.number }) });
  });
  return { form, uploads, open, start };
}
