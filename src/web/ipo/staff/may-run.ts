import type { User } from '#contract/auth/endpoints.ts';

/** Who may change offerings; others of the staff look only. The server decides, this saves them dead buttons. */
export const mayRunOfferings = ({ roles }: User): boolean => roles.includes('finance') || roles.includes('admin');
