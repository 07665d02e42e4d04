import type { User } from '#contract/auth.ts';

/** Whether somebody may do more than look; the server decides on each act. */
export const mayAct = ({ roles }: User): boolean => roles.includes('finance') || roles.includes('admin');
