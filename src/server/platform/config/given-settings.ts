import type { ReadyValues } from '#contract/settings/catalogue.ts';
import type { Language } from '#contract/kernel/languages.ts';

/** The part of the environment that sets the operator's settings. */
interface Environment {
  APP_NAME?: string | undefined;
  BRAND_COLOR?: string | undefined;
  DEFAULT_LANGUAGE?: Language | undefined;
  SUPPORT_EMAIL?: string | undefined;
  SMTP_URL?: string | undefined;
  EMAIL_FROM?: string | undefined;
  FEATURES_IPO?: boolean | undefined;
  DEMO: boolean;
}

/** The settings on which the environment has the last word. */
export function givenIn(set: Environment, emailFrom: string): Partial<ReadyValues> {
  const given = {
    'brand.name': set.APP_NAME,
    'brand.color': set.BRAND_COLOR,
    'brand.language': set.DEFAULT_LANGUAGE,
    'brand.support_email': set.SUPPORT_EMAIL,
    'email.server': emailServerIn(set, emailFrom),
    // Most have 1 in their file from the example of old: it forbids nothing, so it leaves the choice to administrators.
    'features.ipo': set.FEATURES_IPO === false ? false : undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The sender of SMTP_URL. An IP address is no domain that replies could reach. */
export function senderOf({ EMAIL_FROM: text, APP_NAME: name = 'Atrium' }: Environment, appUrl: string): string {
  const { hostname } = new URL(appUrl);
  return text ?? `${name} <no-reply@${/^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname}>`;
}

/** As it is shown: without its password. In a demo anyone may be administrator, so its emails stay in its mailbox. */
function emailServerIn(
  { SMTP_URL: address, DEMO }: Environment,
  emailFrom: string,
): ReadyValues['email.server'] | undefined {
  if (!address) return DEMO ? null : undefined;
  const { hostname: host, port, protocol, username, searchParams } = new URL(address);
  const isTls = protocol === 'smtps:';
  const [, name = '', sender = emailFrom] = /^(.*?)\s*<([^>]*)>$/.exec(emailFrom) ?? [];
  return {
    host,
    port: Number(port) || (isTls ? 465 : 587),
    encryption: isTls ? 'tls' : searchParams.get('requireTLS') === 'true' ? 'starttls' : 'none',
    user: decodeURIComponent(username),
    password: null,
    sender_name: name.replaceAll('"', ''),
    sender_address: sender,
  };
}
