import type { FastifyRequest } from 'fastify';
import { impersonationHeader } from '#contract/kernel/constants.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { findImpersonated, type Person } from '../session/session.ts';

/**
 * The person a call is for: the caller, or the client whom the caller impersonates. An endpoint that does not declare
 * its behaviour under impersonation is refused, so that nothing is done in a client's name. A page sends in a header
 * the impersonation under which it was loaded: a page that still shows a client would otherwise act for the caller once
 * the impersonation is over.
 * @throws Refusal `staff.impersonation_read_only`, `staff.impersonation_changed`
 */
export async function personOf(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { underImpersonation }: Endpoint,
  { me, headers }: FastifyRequest,
): Promise<Person | null> {
  if (!me || underImpersonation === 'staff') return me;
  if (me.impersonation && !underImpersonation) throw refuse('staff.impersonation_read_only');
  if (underImpersonation !== 'reports' && headers[impersonationHeader] !== me.impersonation?.id)
    throw refuse('staff.impersonation_changed');
  if (!me.impersonation) return me;
  const impersonated = await findImpersonated(db, clock, me);
  if (!impersonated) throw refuse('http.forbidden');
  return impersonated;
}
