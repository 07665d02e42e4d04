// The names of support. Without the schema library, so that the browser may import them for real.

export const ticketCategories = ['account', 'payments', 'trading', 'ipo', 'verification', 'other'] as const;
export type TicketCategory = (typeof ticketCategories)[number];

/** The status of a conversation for its client: it waits for support, for the client, or for none of them. */
export const clientStatuses = ['open', 'answered', 'resolved', 'closed'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/**
 * Whether support is there for a client: an agent is in the conversation, agents are online, none is online within working
 * hours, or support is closed.
 */
export const supportStates = ['in_conversation', 'online', 'away', 'closed'] as const;

/** Its status for support. `pending` waits for the client; a snoozed one comes back by itself. */
export const roomStatuses = ['open', 'pending', 'snoozed', 'resolved', 'closed'] as const;
export type RoomStatus = (typeof roomStatuses)[number];

/** The SLAs of support: to reply, and to resolve. */
export type SlaKind = 'reply' | 'settle';

export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** What a client may ask about. */
export const linkTypes = [
  'payment',
  'operation',
  'trading_account',
  'deal',
  'position',
  'order',
  'application',
  'holding',
] as const;
export type LinkType = (typeof linkTypes)[number];

/** Messages of the system in a conversation; a reader's screen formats them. */
export const systemEvents = [
  'assigned',
  'transferred',
  'resolved',
  'reopened',
  'converted',
  'left_waiting',
  'continued',
  'rated',
] as const;
export type SystemEvent = (typeof systemEvents)[number];

/** At most so many in one message. */
export const filesPerMessage = 5;

/** A page of the own tickets; a shorter one is the last. */
export const ticketsPerPage = 25;

/** How many days back a client can search for tickets. */
export const ticketPeriods = [7, 30, 90, 365] as const;

/** A page of a conversation. */
export const messagesPerPage = 50;

/** Beyond so many missed messages a reader starts at the newest page. */
export const maxMissed = 500;
