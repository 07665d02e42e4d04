import type { User } from '#contract/auth/endpoints.ts';

/** Whether a person may reconcile statements and explain differences. The server decides again. */
export const mayExplain = ({ roles }: Pick<User, 'roles'>): boolean =>
  roles.includes('finance') || roles.includes('admin');
