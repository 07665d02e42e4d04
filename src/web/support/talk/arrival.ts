import type { Message } from '#contract/support/endpoints.ts';

/** What `message.new` brings: the message, or word of one that is too long to travel and is to be fetched. */
export type Arrival = { message: Message | undefined };

/** Reads the event's payload. One without a message in it is none: it is ignored, with a warning. */
export function readArrival(data: unknown): Arrival | undefined {
  const { chatMessage, seq } = (data ?? {}) as { chatMessage?: Partial<Message>; seq?: unknown };
  if (typeof chatMessage?.message === 'string') return { message: chatMessage as Message };
  if (!chatMessage && typeof seq === 'number') return { message: undefined };
  // oxlint-disable-next-line no-console -- no failure, and monitoring looks for a warning
  console.warn('Ignoring a chat event without a message', data);
  return undefined;
}
