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
  if (!expires) throw new Error('These settings are wrong:\n  SECURITY_CONTACT needs SECURITY_EXPIRES');
  const languages = set.SECURITY_LANGUAGES ?? [set.DEFAULT_LANGUAGE ?? 'en'];
  return { contacts, expires: new Date(expires), policy: set.SECURITY_POLICY, languages };
}
