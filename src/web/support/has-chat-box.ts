import type { User } from '#contract/auth/endpoints.ts';
import { isAdmin } from '#web/platform/session/session.ts';

/** Who talks to support on every screen: clients themselves, and staff of other teams. */
export const hasChatBox = (user: User): boolean =>
  !user.impersonation && !isAdmin(user) && !user.roles.includes('support');
