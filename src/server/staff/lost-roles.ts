import type { AuthEvents } from '#contract/auth/events.ts';
import type { App } from '#server/platform/app.ts';
import { releaseClients } from './client/personal-manager.ts';

/** Who lost all roles at the provider of single sign-on keeps no clients. */
export async function followLostRoles(app: App, { clientId, isStaff }: AuthEvents['auth.roles_lost']): Promise<void> {
  if (!isStaff) await app.db.tx((tx) => releaseClients(app, tx, clientId, clientId));
}
