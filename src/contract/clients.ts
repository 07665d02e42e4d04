import { z } from 'zod';
import { user } from './auth.ts';
import type { Endpoints } from './endpoint.ts';
import { done, instant, language, personName, phone, uuid } from './fields.ts';

export const clientsEndpoints = {
  'clients.save_profile': {
    route: 'POST /api/settings/profile',
    guard: 'client',
    summary: 'Change the own profile. The e-mail address and the country are not changed here.',
    body: z.strictObject({
      first_name: personName,
      second_name: personName,
      phone: phone.optional(),
      address: z.string().trim().max(200).optional(),
    }),
    answer: user,
  },
  'clients.save_language': {
    route: 'POST /api/settings/profile-settings',
    guard: 'client',
    summary: 'Remember the language of the interface; mails come in it from now on.',
    body: z.strictObject({ language_cabinet: language }),
    answer: done,
  },
  'clients.activity': {
    route: 'POST /api/settings/activity',
    guard: 'client',
    summary: 'What staff did in this profile, the latest first.',
    body: z.strictObject({}),
    answer: z.array(z.object({ id: uuid, act: z.string(), reason: z.string().nullable(), at: instant })),
  },
  'clients.search': {
    route: 'POST /api/staff/clients',
    guard: 'staff',
    summary: 'Clients by part of a name or an e-mail, the newest first; 50 at a time.',
    body: z.strictObject({ search: z.string().trim().max(80).optional(), cursor: uuid.optional() }),
    answer: z.object({
      clients: z.array(
        z.object({
          id: uuid,
          first_name: z.string(),
          second_name: z.string(),
          email: z.string(),
          country: z.string(),
          email_verified: z.boolean(),
          roles: z.array(z.string()),
          trading_accounts: z.number().int(),
          created_at: instant,
        }),
      ),
      next_cursor: uuid.nullable(),
    }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
