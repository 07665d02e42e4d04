import { rootCertificates } from 'node:tls';
import nodemailer from 'nodemailer';
import { emailServer, type EmailServer } from '#contract/settings/values/email.ts';
import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import { decrypt } from '../secrets/encryption.ts';
import { isGenuine } from '../secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '../secrets/row-macs.ts';

export const emailPasswordPurpose = 'atrium mail passwords 1';

/** The transport, and the sender. */
export interface Post {
  transport: Pick<ReturnType<typeof nodemailer.createTransport>, 'sendMail'>;
  from: string | { name: string; address: string };
  /** The domain in the ids of a thread. */
  domain: string;
}

type World = Pick<App, 'config' | 'db' | 'settings' | 'log' | 'metrics'>;

/** The outbox waits during this time, so a mail server that hangs is given up soon. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Contents come from texts and names only; nothing in them may make the server read a file or an address. */
const careful = { ...patience, disableFileAccess: true, disableUrlAccess: true };

/** An authority of the operator's own is trusted in addition to the public ones. */
const trusting = ({ config }: Pick<World, 'config'>) =>
  config.smtpAuthority === undefined ? {} : { tls: { ca: [...rootCertificates, config.smtpAuthority] } };

/** Whether email can be sent: the environment or the settings name a server. */
export const hasEmailServer = ({ config, settings }: Pick<World, 'config' | 'settings'>) =>
  Boolean(config.smtpUrl) || settings.value('email.server') !== null;

/** The present mail server; null where there is none. The environment wins over the settings. */
export async function postOf(world: World): Promise<Post | null> {
  const { config, settings } = world;
  if (config.smtpUrl) {
    const transport = nodemailer.createTransport({ url: config.smtpUrl, ...trusting(world), ...careful });
    return { transport, from: config.emailFrom, domain: domainOf(config.emailFrom) };
  }
  const server = settings.isGiven('email.server') ? settings.value('email.server') : await storedServer(world);
  return server && postThrough(world, server);
}

/**
 * The newest stored one, read at each email: links to sign in leave by it, so one that was stored outside Atrium is not
 * used.
 */
async function storedServer(world: World): Promise<EmailServer | null> {
  const row = await world.db.maybeOne<RowMac & { key: string; value: unknown }>(sql`
    select v.key || ' ' || v.number as key, v.value, ${macColumns('setting_version')}
    from setting_version v where v.key = 'email.server' order by v.number desc limit 1`);
  if (!row || !isGenuine(world, 'setting_version', row.key, row)) return null;
  return emailServer.nullable().safeParse(row.value).data ?? null;
}

/** By these values, whether they are stored or not. */
export async function postThrough(world: Pick<World, 'config' | 'db'>, server: EmailServer): Promise<Post> {
  const { host, port, encryption, user, sender_name: name, sender_address: address } = server;
  const transport = nodemailer.createTransport({
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(user ? { auth: { user, pass: await passwordOf(world, server) } } : {}),
    ...trusting(world),
    ...careful,
  });
  return { transport, from: { name, address }, domain: domainOf(address) };
}

/** The password is only given to the host that it was stored for. */
async function passwordOf(
  { db, config }: Pick<World, 'config' | 'db'>,
  { host, password: id }: EmailServer,
): Promise<string> {
  const stored = await db.maybeOne<{ encrypted: Buffer }>(sql`
    select encrypted from email_password where id = ${id} and host = ${host}`);
  if (!stored) throw Object.assign(new Error('the password of the mail server is not stored'), { code: 'EAUTH' });
  return decrypt(config.appSecret, emailPasswordPurpose, id ?? '', stored.encrypted).toString();
}

/** Of an address such as `Atrium <no-reply@example.com>`. */
const domainOf = (address: string) => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';
