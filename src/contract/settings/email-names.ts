/** How the way to an email server is encrypted: from the first byte, after a greeting, or not at all. */
export const smtpEncryptions = ['starttls', 'tls', 'none'] as const;
export type SmtpEncryption = (typeof smtpEncryptions)[number];

/** Ports of email servers; other ports of other hosts are refused, for what runs there is no email server. */
export const smtpPorts: readonly number[] = [25, 465, 587, 2525];

/** What an email server may have against an email, in plain words. */
export const smtpFaults = [
  'host',
  'refused',
  'silent',
  'certificate',
  'encryption',
  'login',
  'sender',
  'other',
] as const;
export type SmtpFault = (typeof smtpFaults)[number];

/** Whether a host is the very machine on which the server runs. */
export const isThisMachine = (host: string) => /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
