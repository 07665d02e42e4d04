import type { App } from '#server/platform/app.ts';
import { sign } from '#server/platform/secrets/token.ts';

/** Keyed and bound to its row, because there are only a million PINs to try. */
export const hashPin = ({ config }: Pick<App, 'config'>, id: string, pin: string): string =>
  sign(config.appSecret, 'support-pin', `${id}:${pin}`);
