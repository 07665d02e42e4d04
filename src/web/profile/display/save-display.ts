import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

/** Sends the display preferences to the server, for other devices; here they apply already. */
export async function saveDisplay(body: RequestOf<'POST /api/settings/profile-settings'>['body']): Promise<void> {
  await call('POST /api/settings/profile-settings', { body }).catch((error: unknown) =>
    console.error('Error saving the display', error),
  );
}
