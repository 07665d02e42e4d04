import type { User } from '#contract/auth/endpoints.ts';

/** Whether a person may do more than view; the server decides on each action. */
export const mayDecide = ({ roles }: User): boolean => roles.includes('finance') || roles.includes('admin');
