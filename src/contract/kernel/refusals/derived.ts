import type { RefusalCode } from '#contract/refusals.ts';
import type { Endpoint, Guard } from '../endpoint.ts';

/** The constraints of the ledger decide when a check before them was overtaken by another call. */
const ofPostings = [
  'http.idempotency_mismatch',
  'ledger.client_closed',
  'ledger.insufficient_funds',
  'ledger.hold_ended',
  'ledger.already_corrected',
  'ledger.not_correctable',
] as const satisfies readonly RefusalCode[];

/** The refusals that the flags of an endpoint bring, besides those that it lists. Roughly in the order of the checks. */
export function derivedRefusals(endpoint: Endpoint): RefusalCode[] {
  const { body, params, query } = endpoint;
  const isForPrograms = typeof endpoint.guard === 'object' && 'scope' in endpoint.guard;
  return [
    'http.host',
    ...given(!endpoint.beforeOpening, 'settings.not_open'),
    ...given(
      endpoint.route.startsWith('POST') && !isForPrograms && endpoint.antiForgery !== false,
      'http.origin',
      'http.anti_forgery',
    ),
    ...given(!isForPrograms, 'auth.renewal_due'),
    ...ofGuard(endpoint.guard),
    ...ofSession(endpoint, isForPrograms),
    'http.too_many',
    ...given(endpoint.beforeOpening === 'only' || endpoint.demoOnly, 'http.not_found'),
    ...given(endpoint.notDuringClosure, 'clients.closure_pending'),
    ...given(endpoint.needsConsent, 'legal.unaccepted'),
    ...given(endpoint.needsProof, 'auth.proof_due'),
    'http.malformed',
    ...given(body, 'http.too_large', 'http.media_type'),
    ...given(body ?? params ?? query, 'validation.failed'),
    ...given(endpoint.idempotent, 'http.idempotency_key'),
    ...given(body && 'current_password' in body.shape, 'auth.passkeys_off'),
    ...(endpoint.posts ? ofPostings : []),
    'http.busy',
    'http.unavailable',
  ];
}

const given = (is: unknown, ...codes: RefusalCode[]): RefusalCode[] => (is ? codes : []);

function ofGuard(guard: Guard): RefusalCode[] {
  if (guard === 'anyone') return [];
  if (guard === 'guest') return ['auth.already_signed_in'];
  if (guard === 'signed_in') return ['http.unauthenticated'];
  if (typeof guard === 'object' && 'scope' in guard)
    return ['http.unauthenticated', 'operator.address', 'operator.scope'];
  return ['http.unauthenticated', 'http.forbidden'];
}

function ofSession({ guard, beforeSecondFactor, underImpersonation }: Endpoint, isForPrograms: boolean): RefusalCode[] {
  if (isForPrograms || guard === 'guest') return [];
  return [
    ...given(guard !== 'anyone' && !beforeSecondFactor, 'auth.second_factor_due'),
    ...given(!underImpersonation, 'staff.impersonation_read_only'),
    ...given(underImpersonation !== 'staff' && underImpersonation !== 'reports', 'staff.impersonation_changed'),
  ];
}
