import { rootCertificates } from 'node:tls';
import nodemailer from 'nodemailer';
import type { MailServer } from '#contract/settings-values/email.ts';
import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import { unseal } from '../encryption.ts';

export const mailPasswordSeal = 'atrium mail passwords 1';

/** What sends, and as whom. */
export interface Post {
  transport: Pick<ReturnType<typeof nodemailer.createTransport>, 'sendMail'>;
  from: string | { name: string; address: string };
  /** Under which mails are named that hang together. */
  domain: string;
}

type World = Pick<App, 'config' | 'db' | 'house'>;

/** The outbox waits meanwhile, so a mail server that hangs is given up soon. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Contents come from texts and names only; nothing in them may make the server read a file or an address. */
const careful = { ...patience, disableFileAccess: true, disableUrlAccess: true };

/** An authority of the operator's own is believed beside those that everybody believes. */
const trusting = ({ config }: Pick<World, 'config'>) =>
  config.smtpAuthority === undefined ? {} : { tls: { ca: [...rootCertificates, config.smtpAuthority] } };

/** Whether mail leaves at all: the environment names a server, or else the house does. */
export const hasMailServer = ({ config, house }: Pick<World, 'config' | 'house'>) =>
  Boolean(config.smtpUrl) || house.value('mail.server') !== null;

/** The mail server that holds now; null where there is none. The environment's word goes before the house's. */
export async function postOf(world: World): Promise<Post | null> {
  const { config, house } = world;
  if (config.smtpUrl) {
    const transport = nodemailer.createTransport({ url: config.smtpUrl, ...trusting(world), ...careful });
    return { transport, from: config.mailFrom, domain: domainOf(config.mailFrom) };
  }
  const server = house.value('mail.server');
  return server && postThrough(world, server);
}

/** By these values, whether they are kept or not. */
export async function postThrough(world: World, server: MailServer): Promise<Post> {
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

/** It opens for the host that it was kept for, and for no other. */
async function passwordOf({ db, config }: World, { host, password: id }: MailServer): Promise<string> {
  const kept = await db.maybeOne<{ sealed: Buffer }>(sql`
    select sealed from mail_password where id = ${id} and host = ${host}`);
  if (!kept) throw Object.assign(new Error('the password of the mail server is not kept'), { code: 'EAUTH' });
  return unseal(config.appSecret, mailPasswordSeal, id ?? '', kept.sealed).toString();
}

/** Of an address such as `Atrium <no-reply@example.com>`. */
const domainOf = (address: string) => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';
