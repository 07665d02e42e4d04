import type { SlaKind } from './names.ts';

/** What happened, with what a listener needs to act. */
export interface SupportEvents {
  'support.ticket_opened': { clientId: string; conversationId: string };
  'support.message_sent': { conversationId: string; seq: number };
  /** A side of a conversation has read on, or messages have reached it, as its client sees it. */
  'support.marked': { conversationId: string; personId: string; side: 'client' | 'support' };
  /** No agent was available for a client in a chat; it is a ticket now. */
  'support.chat_moved': { clientId: string; conversationId: string };
  /** Support claimed it, snoozed it, or the like; the client is not concerned. */
  'support.room_changed': { conversationId: string };
  'support.transcript_requested': { clientId: string; conversationId: string };
  /** Support has replied, and the client has not read it for a while. `seq` is the last unread message. */
  'support.reply_unread': { clientId: string; conversationId: string; seq: number };
  /** An SLA is due soon and still open. */
  'support.reply_due': { conversationId: string; assigneeId: string | null; sla: SlaKind };
  /** `byId` is the client, or the agent who resolved it. */
  'support.resolved': { clientId: string; conversationId: string; byId: string };
}
