import type { EmailServer } from '#contract/settings/values/email.ts';

/**
 * The draft of an email server. A typed password is in it until it is sent by itself, and in no storage of the browser.
 */
export type EmailServerDraft = EmailServer & { typed?: string };

type StorePassword = (password: { host: string; password: string }) => Promise<{ id: string }>;

export const blankEmailServer: EmailServer = {
  host: '',
  port: 587,
  encryption: 'starttls',
  user: '',
  password: null,
  sender_name: '',
  sender_address: '',
};

export const emailServerFields = Object.keys(blankEmailServer) as (keyof EmailServer)[];

/**
 * Fields in which two drafts differ: all of them, where one is that no email leaves. A typed password replaces a stored
 * one.
 */
export function differingFields(one: EmailServerDraft | null, other: EmailServerDraft | null): (keyof EmailServer)[] {
  if (one === null || other === null) return emailServerFields;
  return emailServerFields.filter(
    (field) => one[field] !== other[field] || (field === 'password' && one.typed !== other.typed),
  );
}

/** The same in the form of the server: with the name of a stored password in place of a typed one. */
export async function withStoredPassword(
  draft: EmailServerDraft | null,
  store: StorePassword,
): Promise<EmailServer | null> {
  if (draft === null) return null;
  const { typed, ...server } = draft;
  if (!typed) return server;
  const { id } = await store({ host: server.host, password: typed });
  return { ...server, password: id };
}
