import type { User } from '#contract/auth.ts';

/** Whether somebody may hold statements against the books and say why something differs. The server decides again. */
export const mayExplain = ({ roles }: Pick<User, 'roles'>): boolean =>
  roles.includes('finance') || roles.includes('admin');
