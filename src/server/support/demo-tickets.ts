import { supportEndpoints } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import canned from './demo/canned.json' with { type: 'json' };
import tickets from './demo/tickets.json' with { type: 'json' };
import { listCanned, saveCanned } from './staff/canned.ts';
import { openTicket } from './tickets/open.ts';
import { sendMessage } from './messages/send.ts';

const hourMs = 3_600_000;

/**
 * Opens two tickets of a client, some days back, and answers them in the name of a support agent, who also has some
 * canned replies. Runs through the endpoints of this module; their idempotency makes a second run harmless.
 */
export async function seedTickets(app: App, people: { clientId: string; supportId: string }): Promise<void> {
  const now = app.clock.now().getTime();
  const hoursAgo = (hours: number): App => ({ ...app, clock: { now: () => new Date(now - hours * hourMs) } });
  for (const { answer: response, opened_hours_ago, ...input } of tickets) {
    const body = supportEndpoints['support.open_ticket'].body.parse(input);
    const { ticket_id: ticketId } = await openTicket(hoursAgo(opened_hours_ago), { id: people.clientId }, body);
    const { id, text: message } = response;
    await sendMessage(hoursAgo(response.hours_ago), { id: people.supportId, roles: ['support'] }, ticketId, {
      id,
      message,
    });
  }
  const { replies } = await listCanned(app);
  const stored = new Set(replies.map(({ shortcut }) => shortcut));
  for (const response of canned)
    if (!stored.has(response.shortcut)) await saveCanned(app, { id: people.supportId }, { was: null, ...response });
}
