import type { MailServer } from '#contract/settings-values/email.ts';

/** A mail server as far as it is filled in. A typed password is in it until it is sent by itself, and in no store of the browser. */
export type MailDraft = MailServer & { typed?: string };

type KeepPassword = (password: { host: string; password: string }) => Promise<{ id: string }>;

export const blankMailServer: MailServer = {
  host: '',
  port: 587,
  encryption: 'starttls',
  user: '',
  password: null,
  sender_name: '',
  sender_address: '',
};

export const mailFields = Object.keys(blankMailServer) as (keyof MailServer)[];

/** Fields in which two drafts differ: all of them, where one is that no mail leaves. A typed password stands for a kept one. */
export function differingFields(one: MailDraft | null, other: MailDraft | null): (keyof MailServer)[] {
  if (one === null || other === null) return mailFields;
  return mailFields.filter(
    (field) => one[field] !== other[field] || (field === 'password' && one.typed !== other.typed),
  );
}

/** The same as the server takes it: with the name of a kept password in place of a typed one. */
export async function withKeptPassword(draft: MailDraft | null, keep: KeepPassword): Promise<MailServer | null> {
  if (draft === null) return null;
  const { typed, ...server } = draft;
  if (!typed) return server;
  const { id } = await keep({ host: server.host, password: typed });
  return { ...server, password: id };
}
