import { supportEndpoints } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { openRoom } from './chats/open-room.ts';
import canned from './demo/canned.json' with { type: 'json' };
import conversations from './demo/conversations.json' with { type: 'json' };
import { mark } from './messages/mark.ts';
import { sendMessage } from './messages/send.ts';
import { rate } from './rate.ts';
import { resolveRoom } from './staff/actions.ts';
import { listCanned, saveCanned } from './staff/canned.ts';
import { openTicket } from './tickets/open.ts';

const hourMs = 3_600_000;

type Conversation = (typeof conversations)[number];

/** The demo's clients who wrote to support. */
export const askers: readonly string[] = [...new Set(conversations.map(({ person }) => person))];

/**
 * Tickets and chats of the demo's clients, each in the client's language, some of them still open; an agent answers and
 * has some canned replies. Runs through the endpoints of this module. What was seeded before is left as it is.
 */
export async function seedConversations(app: App, agentId: string, idOf: (person: string) => string): Promise<void> {
  const agent = await app.db.one<Pick<Person, 'id' | 'firstName' | 'roles'>>(sql`
    select id, first_name as "firstName", roles from person where id = ${agentId}`);
  for (const each of conversations) await seedConversation(app, agent, idOf(each.person), each);
  const { replies } = await listCanned(app);
  const stored = new Set(replies.map(({ shortcut }) => shortcut));
  for (const response of canned)
    if (!stored.has(response.shortcut)) await saveCanned(app, agent, { was: null, ...response });
}

async function seedConversation(
  app: App,
  agent: Pick<Person, 'id' | 'firstName' | 'roles'>,
  clientId: string,
  of: Conversation,
): Promise<void> {
  const client = { id: clientId, roles: ['client' as const] };
  const now = app.clock.now().getTime();
  const hoursAgo = (hours: number): App => ({ ...app, clock: { now: () => new Date(now - hours * hourMs) } });
  const [first, ...others] = of.messages;
  if (!first) throw new Error(`a conversation of ${of.person} has no message`);
  const then = hoursAgo(first.hours_ago);
  const isSeeded = await app.db.maybeOne(sql`
    select from conversation_message where id = ${first.id} and author_id = ${clientId}`);
  if (isSeeded) return;
  const id = await (of.kind === 'ticket' ? beginTicket(then, client, of, first) : beginChat(then, client, first));
  for (const { id: messageId, from, hours_ago, text } of others) {
    const author = from === 'support' ? agent : client;
    await sendMessage(hoursAgo(hours_ago), author, id, { id: messageId, message: text });
  }
  if (of.resolved_hours_ago !== undefined) await resolveRoom(hoursAgo(of.resolved_hours_ago), agent, { room_id: id });
  if (of.rating) {
    const { hours_ago, grade, text } = of.rating;
    await rate(hoursAgo(hours_ago), client, id, { rating: grade, text });
  }
  // A chat is read while it goes on; the answer to a ticket may still be new.
  if (of.kind === 'chat' || of.rating)
    await mark(hoursAgo(others.at(-1)?.hours_ago ?? 0), client, id, 'read', undefined);
}

type Message = Pick<Conversation['messages'][number], 'id' | 'text'>;

async function beginTicket(
  app: App,
  client: Pick<Person, 'id'>,
  { category, subject }: Conversation,
  { id, text }: Message,
) {
  const body = supportEndpoints['support.open_ticket'].body.parse({ request_id: id, category, subject, text });
  const { ticket_id: ticketId } = await openTicket(app, client, body);
  return ticketId;
}

async function beginChat(app: App, client: Pick<Person, 'id' | 'roles'>, { id, text }: Message) {
  const room = await openRoom(app, client);
  await sendMessage(app, client, room.id, { id, message: text });
  return room.id;
}
