import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { instant, nothing, uuid } from './fields.ts';

/** Those who speak with clients. */
const speakers: readonly Role[] = ['support', 'compliance', 'finance', 'admin'];

const sixDigits = z
  .string()
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'clients.pin_shape'));

const confirmed = z.object({ at: instant, by: z.string() });

export const supportPinEndpoints = {
  'clients.make_pin': {
    route: 'POST /api/settings/pin',
    guard: 'client',
    needsProof: 'recent',
    audited: true,
    summary:
      'A PIN to tell support on the phone, after a recent proof that it is oneself: shown this once, good for 15 minutes and once. One before it is void.',
    body: nothing,
    answer: z.object({ pin: z.string(), expires_at: instant }),
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'clients.pin_state': {
    route: 'POST /api/staff/clients/pin',
    guard: speakers,
    summary: 'When a client was last recognised by his PIN, and by whom of the staff.',
    body: z.strictObject({ client_id: uuid }),
    answer: z.object({ confirmed: confirmed.nullable() }),
    refusals: ['http.not_found'],
  },
  'clients.check_pin': {
    route: 'POST /api/staff/clients/pin/check',
    guard: speakers,
    summary:
      'Confirm who is calling by the PIN that he reads out. Five wrong ones end the PIN, and ten within 15 minutes pause whoever types them.',
    body: z.strictObject({ client_id: uuid, pin: sixDigits }),
    answer: z.object({ confirmed }),
    refusals: ['http.not_found', 'clients.pin_own', 'clients.pin_paused', 'clients.pin_none', 'clients.pin_wrong'],
  },
} as const satisfies Endpoints;
