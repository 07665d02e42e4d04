import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';

/** The first connection that compares names, and works as far as is known; null while there is none. */
export async function findScreening({ connections }: App): Promise<OpenConnection<'screening'> | null> {
  const [working] = await connections.open('screening');
  const [first] = working ? [working] : await connections.openEvenFailing('screening');
  return first ?? null;
}
