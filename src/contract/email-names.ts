/** How the way to a mail server is encrypted: from the first byte, after a greeting, or not at all. */
export const mailEncryptions = ['starttls', 'tls', 'none'] as const;
export type MailEncryption = (typeof mailEncryptions)[number];

/** Where mail servers take mail; no other port is reached elsewhere, for what answers there is none. */
export const mailPorts: readonly number[] = [25, 465, 587, 2525];

/** What a mail server may have against a mail, in plain words. */
export const mailFaults = [
  'host',
  'refused',
  'silent',
  'certificate',
  'encryption',
  'login',
  'sender',
  'other',
] as const;
export type MailFault = (typeof mailFaults)[number];

/** Whether a host is the very machine on which the server runs. */
export const isThisMachine = (host: string) => /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
