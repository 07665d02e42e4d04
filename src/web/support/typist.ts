import type { ConversationState } from './conversation-state.ts';

/**
 * The name of whoever of support types, as his client knows it: of what he has said, or as the one who has taken the chat.
 * @returns undefined when he has shown himself neither way
 */
export function typistName(
  { messages }: Pick<ConversationState, 'messages'>,
  who: string,
  room?: { agent_id: string | null; agent: string | null },
): string | undefined {
  const said = messages.findLast(({ sender_id, from }) => sender_id === who && from === 'support');
  return said?.author ?? (room?.agent_id === who ? (room.agent ?? undefined) : undefined);
}
