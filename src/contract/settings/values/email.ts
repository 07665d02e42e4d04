import { z } from 'zod';
import { uuid, wholeNumber, writtenLine } from '#contract/kernel/fields.ts';
import { isThisMachine, smtpEncryptions, smtpPorts } from '../email-names.ts';
import type { SettingShape } from './setting-shape.ts';

/** Each rule has its own text, because it applies to the setting as a whole. */
export const emailServer = z
  .strictObject({
    host: z
      .string('settings.email_host')
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9:]([a-z0-9.:-]{0,251}[a-z0-9])?$/, 'settings.email_host'),
    port: wholeNumber(1, 65_535, 'settings.email_port'),
    encryption: z.enum(smtpEncryptions, 'validation.choice'),
    /** Empty where the server asks for no login. */
    user: writtenLine.pipe(z.string().max(200)),
    /** What `settings.store_email_password` has stored: no value ever has the password itself. */
    password: uuid.nullable(),
    sender_name: writtenLine.pipe(z.string().min(1, 'settings.email_sender').max(80)),
    sender_address: z
      .string('settings.email_sender')
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.email('settings.email_sender')),
  })
  .refine(({ host, port }) => smtpPorts.includes(port) || isThisMachine(host), {
    path: ['port'],
    error: 'settings.email_port',
  })
  .refine(({ host, encryption }) => encryption !== 'none' || isThisMachine(host), {
    path: ['encryption'],
    error: 'settings.email_plain',
  })
  .refine(({ user, password }) => user === '' || password !== null, {
    path: ['password'],
    error: 'settings.email_password',
  });

export type EmailServer = z.output<typeof emailServer>;

export const emailValues = {
  /** Null where no email leaves. */
  'email.server': { shape: emailServer.nullable(), initial: null },
} as const satisfies Record<string, SettingShape>;
