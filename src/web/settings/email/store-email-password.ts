import { call } from '#web/platform/api/api.ts';

export const storeEmailPassword = (body: { host: string; password: string }) =>
  call('POST /api/staff/settings/email/password', { body });
