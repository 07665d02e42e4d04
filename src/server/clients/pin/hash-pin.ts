import type { App } from '#server/platform/app.ts';
import { sign } from '#server/platform/secrets/token.ts';

/**
 * Keyed and bound to its row, because there are only a million PINs to try; and to its client, so that a row that SQL
 * gave to another person does not confirm that person.
 */
export const hashPin = (
  { config }: Pick<App, 'config'>,
  { id, clientId }: { id: string; clientId: string },
  pin: string,
): string => sign(config.appSecret, 'support-pin', `${id}:${clientId}:${pin}`);
