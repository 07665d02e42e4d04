import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';

/** The first connection that compares names; null while there is none. */
export async function findScreening({ connections }: App): Promise<OpenConnection<'screening'> | null> {
  const [provider] = await connections.open('screening');
  return provider ?? null;
}
