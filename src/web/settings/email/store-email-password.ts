import { call } from '#web/platform/api/api.ts';

export const keepMailPassword = (body: { host: string; password: string }) =>
  call('POST /api/staff/settings/mail/password', { body });
