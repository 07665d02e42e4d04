import { supportEndpoints } from '#contract/support.ts';
import type { App } from '#server/platform/app.ts';
import canned from './demo/canned.json' with { type: 'json' };
import tickets from './demo/tickets.json' with { type: 'json' };
import { listCanned, saveCanned } from './staff/canned.ts';
import { openTicket } from './open-ticket.ts';
import { say } from './send-message.ts';

const hourMs = 3_600_000;

/**
 * Opens two tickets of a client, some days back, and answers them in the name of somebody of support, who also keeps some
 * answers ready. Runs through the verbs of this room; their idempotency makes a second run harmless.
 */
export async function seedTickets(app: App, people: { clientId: string; supportId: string }): Promise<void> {
  const now = app.clock.now().getTime();
  const hoursAgo = (hours: number): App => ({ ...app, clock: { now: () => new Date(now - hours * hourMs) } });
  for (const { answer, opened_hours_ago, ...wish } of tickets) {
    const body = supportEndpoints['support.open_ticket'].body.parse(wish);
    const { ticket_id: ticketId } = await openTicket(hoursAgo(opened_hours_ago), { id: people.clientId }, body);
    const { id, text: message } = answer;
    await say(hoursAgo(answer.hours_ago), { id: people.supportId, roles: ['support'] }, ticketId, { id, message });
  }
  const { answers } = await listCanned(app);
  const kept = new Set(answers.map(({ shortcut }) => shortcut));
  for (const answer of canned)
    if (!kept.has(answer.shortcut)) await saveCanned(app, { id: people.supportId }, { was: null, ...answer });
}
