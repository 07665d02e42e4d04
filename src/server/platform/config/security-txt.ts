import { z } from 'zod';
import { listOf, optional } from './values.ts';
import { wrongSettings } from './wrong-settings.ts';

/** Where to report vulnerabilities, with a sentence each. */
export const securityTxtSettings = {
  SECURITY_CONTACT: optional(listOf(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/)).describe(
    'where to report vulnerabilities, for /.well-known/security.txt: mailto:, https: or tel:, several ' +
      'separated by commas',
  ),
  SECURITY_EXPIRES: optional(z.union([z.iso.date(), z.iso.datetime()])).describe(
    'day until which that contact is valid, such as 2027-01-31; at most a year ahead is good practice',
  ),
  SECURITY_POLICY: optional(z.url({ protocol: /^https$/ })).describe(
    'page that describes how vulnerability reports are handled',
  ),
  SECURITY_LANGUAGES: optional(listOf(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/)).describe(
    'languages for reports, such as en, de; by default the language of the installation',
  ),
};

/** The settings that say where to report vulnerabilities. */
interface SecurityContact {
  SECURITY_CONTACT?: string[] | undefined;
  SECURITY_EXPIRES?: string | undefined;
  SECURITY_POLICY?: string | undefined;
  SECURITY_LANGUAGES?: string[] | undefined;
  DEFAULT_LANGUAGE?: string | undefined;
}

/**
 * Undefined when there is no contact for vulnerabilities.
 * @throws Error without a last day
 */
export function securityTxt(set: SecurityContact) {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires } = set;
  if (!contacts) return undefined;
  if (!expires) throw wrongSettings('SECURITY_CONTACT needs SECURITY_EXPIRES');
  const languages = set.SECURITY_LANGUAGES ?? [set.DEFAULT_LANGUAGE ?? 'en'];
  return { contacts, expires: new Date(expires), policy: set.SECURITY_POLICY, languages };
}
