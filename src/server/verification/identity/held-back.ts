import type { HeldBack } from '#contract/verification/check.ts';
import type { App } from '#server/platform/app.ts';
import type { IdentityResult } from '#server/platform/connections/ports/identity.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countsAt } from '#server/platform/people/overrides.ts';
import { arePaymentsPaused } from '#server/platform/people/paused.ts';
import { findDuplicates } from '../staff/duplicates.ts';
import type { CheckRow } from './check-row.ts';
import { isSameName } from './same-name.ts';

/**
 * Why staff have to decide on a positive result although its connection approves by itself, with the client locked and the
 * document stored. Nothing speaks against it when this is empty.
 */
export async function heldBackBy(
  app: App,
  tx: Tx,
  { id, clientId }: Pick<CheckRow, 'id' | 'clientId'>,
  person: IdentityResult['person'],
): Promise<HeldBack[]> {
  const at = app.clock.now();
  const found = await tx.one<Found>(sql`
    select f ->> 'first_name' as "firstName", f ->> 'second_name' as "secondName", f ->> 'birth_on' as "birthOn",
           screening_found(c.id, ${at}) or screening_waits(c.id, '') as screening,
           num_nonnulls(c.blocked_at, c.frozen_at, c.closed_at) > 0 or exists (
             select from payment_restriction o where o.client_id = c.id and ${countsAt(at)}) as restricted,
           exists (select from verification_document r where r.check_id = ${id} and r.state = 'rejected') or exists (
             select from verification_check o
             where o.client_id = c.id and o.key_id is not null and o.state = 'rejected' and o.noted_at is null) as rejected
    from person c, verification_facts(c.id) f where c.id = ${clientId}`);
  const { firstName, secondName, birthOn } = found;
  const declared = [firstName ?? '', secondName ?? ''];
  const isOurs = person !== null && declared.every(Boolean) && isSameName(person.name, declared);
  const against: Record<HeldBack, boolean> = {
    name: !isOurs,
    birth_on: birthOn === null || person?.birthOn !== birthOn,
    duplicate: (await findDuplicates(tx, clientId)).length > 0,
    screening: found.screening || (await arePaymentsPaused(app, tx, clientId)),
    restricted: found.restricted,
    rejected: found.rejected,
  };
  return (Object.keys(against) as HeldBack[]).filter((reason) => against[reason]);
}

interface Found {
  firstName: string | null;
  secondName: string | null;
  birthOn: string | null;
  screening: boolean;
  restricted: boolean;
  rejected: boolean;
}
