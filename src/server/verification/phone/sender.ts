import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';

export type Sender = OpenConnection<'messages'>;

/** The first connection for phones of this country; null while there is none, and staff call. */
export async function findSender({ connections }: App, country: string): Promise<Sender | null> {
  const [sender] = await connections.open('messages', { country });
  return sender ?? null;
}
