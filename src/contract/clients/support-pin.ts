import { z } from 'zod';
import { supportPinMinutes } from '#contract/kernel/constants.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { instant, nothing, uuid } from '#contract/kernel/fields.ts';

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
    guard: 'signed_in',
    needsProof: 'recent',
    audited: true,
    summary:
      'Create a PIN for identification to support by phone. Requires a recent proof of identity. Shown only ' +
      `once, valid once and for ${supportPinMinutes} minutes. It replaces an earlier PIN.`,
    body: nothing,
    response: z.object({ pin: z.string(), expires_at: instant }),
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'clients.pin_state': {
    route: 'POST /api/staff/clients/pin',
    guard: speakers,
    summary: 'When a client was last identified by PIN, and by which staff member.',
    body: z.strictObject({ client_id: uuid }),
    response: z.object({ confirmed: confirmed.nullable() }),
    refusals: ['http.not_found'],
  },
  'clients.check_pin': {
    route: 'POST /api/staff/clients/pin/check',
    guard: speakers,
    summary:
      'Identify a caller by the PIN that they read out. Five wrong PINs void the PIN, and ten within 15 ' +
      'minutes pause the staff member who enters them.',
    body: z.strictObject({ client_id: uuid, pin: sixDigits }),
    response: z.object({ confirmed }),
    refusals: ['http.not_found', 'clients.pin_own', 'clients.pin_paused', 'clients.pin_none', 'clients.pin_wrong'],
  },
} as const satisfies Endpoints;
