import { z } from 'zod';
import { uuid, wholeNumber, writtenLine } from '../fields.ts';
import { isThisMachine, mailEncryptions, mailPorts } from '../email-names.ts';
import type { SettingShape } from './setting-shape.ts';

/** Each rule has words of its own, for they are told about the setting as a whole. */
export const mailServer = z
  .strictObject({
    host: z
      .string('house.mail_host')
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9:]([a-z0-9.:-]{0,251}[a-z0-9])?$/, 'house.mail_host'),
    port: wholeNumber(1, 65_535, 'house.mail_port'),
    encryption: z.enum(mailEncryptions, 'validation.choice'),
    /** Empty where the server asks for no login. */
    user: writtenLine.pipe(z.string().max(200)),
    /** What `house.keep_mail_password` has kept: no value ever holds the password itself. */
    password: uuid.nullable(),
    sender_name: writtenLine.pipe(z.string().min(1, 'house.mail_sender').max(80)),
    sender_address: z.string('house.mail_sender').trim().toLowerCase().max(254).pipe(z.email('house.mail_sender')),
  })
  .refine(({ host, port }) => mailPorts.includes(port) || isThisMachine(host), {
    path: ['port'],
    error: 'house.mail_port',
  })
  .refine(({ host, encryption }) => encryption !== 'none' || isThisMachine(host), {
    path: ['encryption'],
    error: 'house.mail_plain',
  })
  .refine(({ user, password }) => user === '' || password !== null, {
    path: ['password'],
    error: 'house.mail_password',
  });

export type MailServer = z.output<typeof mailServer>;

export const mailValues = {
  /** Null where no mail leaves. */
  'mail.server': { shape: mailServer.nullable(), initial: null },
} as const satisfies Record<string, SettingShape>;
