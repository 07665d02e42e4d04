import type { ReadyValues } from '#contract/settings-catalogue.ts';
import type { Language } from '#contract/languages.ts';

/** What of the environment speaks of settings of the house. */
interface Environment {
  APP_NAME?: string | undefined;
  BRAND_COLOR?: string | undefined;
  DEFAULT_LANGUAGE?: Language | undefined;
  SUPPORT_EMAIL?: string | undefined;
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  FEATURES_IPO?: boolean | undefined;
  DEMO: boolean;
}

/** The settings on which the environment has the last word. */
export function givenIn(set: Environment, mailFrom: string): Partial<ReadyValues> {
  const given = {
    'brand.name': set.APP_NAME,
    'brand.color': set.BRAND_COLOR,
    'brand.language': set.DEFAULT_LANGUAGE,
    'brand.support_email': set.SUPPORT_EMAIL,
    'mail.server': mailServerIn(set, mailFrom),
    // Most have 1 in their file from the example of old: it forbids nothing, so it leaves the choice to administrators.
    'features.ipo': set.FEATURES_IPO === false ? false : undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** As whom SMTP_URL sends. An address of numbers is no name to which mail could come back. */
export function senderOf({ MAIL_FROM: said, APP_NAME: name = 'Atrium' }: Environment, appUrl: string): string {
  const { hostname } = new URL(appUrl);
  return said ?? `${name} <no-reply@${/^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname}>`;
}

/** As it is shown: without its password. Everybody may be administrator of a demo, so its mails stay in its mailbox. */
function mailServerIn(
  { SMTP_URL: address, DEMO }: Environment,
  mailFrom: string,
): ReadyValues['mail.server'] | undefined {
  if (!address) return DEMO ? null : undefined;
  const { hostname: host, port, protocol, username, searchParams } = new URL(address);
  const isTls = protocol === 'smtps:';
  const [, name = '', sender = mailFrom] = /^(.*?)\s*<([^>]*)>$/.exec(mailFrom) ?? [];
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
