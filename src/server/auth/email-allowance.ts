import type { App } from '#server/platform/app.ts';
import { countHit } from '#server/platform/http/limits/rate-limit.ts';

const emailsPerHour = 5;

/**
 * Whether an address may get another email at a stranger's request. Above the limit the caller responds as usual and
 * sends no email, so mailboxes are not flooded and the response does not reveal known addresses.
 */
export async function mayEmail(
  app: App,
  kind: 'verification' | 'reset' | 'registration',
  email: string,
): Promise<boolean> {
  const { hits } = await countHit(app.db, app.clock, ['mail', kind, email], 3600);
  return hits <= emailsPerHour;
}
