import type { ConversationState } from '../talk/conversation-state.ts';

/**
 * The name of the agent who types, as the client knows it: from their messages, or as the one who has claimed the chat.
 * @returns undefined when neither gives it
 */
export function typistName(
  { messages }: Pick<ConversationState, 'messages'>,
  who: string,
  room?: { agent_id: string | null; agent: string | null },
): string | undefined {
  const draftText = messages.findLast(({ sender_id, from }) => sender_id === who && from === 'support');
  return draftText?.author ?? (room?.agent_id === who ? (room.agent ?? undefined) : undefined);
}
