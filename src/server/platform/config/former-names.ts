import { wrongSettings } from './wrong-settings.ts';

/** Names of settings before version 0.1, each with its name now. */
const renamed = {
  MAIL_FROM: 'EMAIL_FROM',
  CLOSING_DAYS: 'CLOSURE_DAYS',
  UNSEEN_DEVICE_CODE: 'NEW_DEVICE_CODE',
} as const;

/** @throws Error that names each setting which is given by its former name, and its name now */
export function refuseFormerNames(env: Record<string, string | undefined>): void {
  const lines = Object.entries(renamed).flatMap(([former, name]) =>
    env[former] === undefined ? [] : [`${former}: this setting is called ${name} now`],
  );
  if (lines.length > 0) throw wrongSettings(...lines);
}
