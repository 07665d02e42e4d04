import type { Role } from '#contract/kernel/endpoint.ts';
import type { User } from '#contract/auth/endpoints.ts';

const has = ({ roles }: Pick<User, 'roles'>, ...needed: Role[]) => needed.some((role) => roles.includes(role));

/** Who decides how far a client is trusted. The server decides again on every call. */
export const mayGuard = (user: User): boolean => has(user, 'compliance', 'admin');
export const mayRate = (user: User): boolean => has(user, 'compliance');
export const mayReply = (user: User): boolean => has(user, 'support', 'admin');
export const maySeeMoney = (user: User): boolean => has(user, 'finance', 'compliance', 'admin');
export const mayMoveMoney = (user: User): boolean => has(user, 'finance', 'admin');
export const maySeeSessions = (user: User): boolean => has(user, 'support', 'compliance', 'admin');
