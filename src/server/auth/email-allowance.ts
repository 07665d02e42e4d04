import type { App } from '#server/platform/app.ts';
import { countHit } from '#server/platform/http/rate-limit.ts';

const mailsAnHour = 5;

/**
 * Whether an address may be mailed once more on a stranger's word. Beyond that the caller answers as ever and no mail
 * goes out, so that nobody's mailbox is flooded and nobody learns whose address is known.
 */
export async function mayMail(
  app: App,
  letter: 'verification' | 'reset' | 'registration',
  email: string,
): Promise<boolean> {
  const { hits } = await countHit(app.db, app.clock, ['mail', letter, email], 3600);
  return hits <= mailsAnHour;
}
