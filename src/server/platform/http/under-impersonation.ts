import type { FastifyRequest } from 'fastify';
import { watchHeader } from '#contract/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { findWatched, type Client } from '../session.ts';

/**
 * Whom a call is for: the caller, or the client whom he watches. A call that does not say what becomes of it meanwhile is
 * refused, so that nothing is done in a client's name. A page says by a header under which watch it was loaded: one that
 * still shows a client would otherwise act for the caller himself once the watch is over.
 * @throws Refusal `staff.watch_read_only`, `staff.watch_changed`
 */
export async function personOf(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { underWatch }: Endpoint,
  { me, headers }: FastifyRequest,
): Promise<Client | null> {
  if (!me || underWatch === 'staff') return me;
  if (me.watch && !underWatch) throw refuse('staff.watch_read_only');
  if (underWatch !== 'tells' && headers[watchHeader] !== me.watch?.id) throw refuse('staff.watch_changed');
  if (!me.watch) return me;
  const watched = await findWatched(db, clock, me);
  if (!watched) throw refuse('http.forbidden');
  return watched;
}
