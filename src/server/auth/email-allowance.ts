import type { App } from '#server/platform/app.ts';
import { countHit } from '#server/platform/http/limits/rate-limit.ts';
import { refuseUntil } from '#server/platform/refusal.ts';

const emailsPerHour = 5;

const countEmail = ({ db, clock }: App, kind: string, email: string) =>
  countHit(db, clock, ['mail', kind, email], 3600);

/**
 * Whether an address may get another email at a stranger's request. Above the limit the caller responds as usual and
 * sends no email, so mailboxes are not flooded and the response does not reveal known addresses.
 */
export async function mayEmail(
  app: App,
  kind: 'verification' | 'reset' | 'registration',
  email: string,
): Promise<boolean> {
  const { hits } = await countEmail(app, kind, email);
  return hits <= emailsPerHour;
}

/** The same for a caller who knows the address and learns of the limit. @throws Refusal `http.too_many` */
export async function allowInvitation(app: App, email: string): Promise<void> {
  const { hits, endsInS } = await countEmail(app, 'invitation', email);
  if (hits > emailsPerHour) throw refuseUntil('http.too_many', endsInS);
}
