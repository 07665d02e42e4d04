import type { StaffClient } from '#contract/staff/clients.ts';
import { readRestrictions } from '#server/payments/restrictions.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel, clientState } from '#server/platform/people/client-state.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { viewClient } from './find.ts';
import { readHoldings } from './holdings.ts';
import { readDealing } from './read-dealing.ts';
import { readTags } from './notes.ts';

/** From which address a profile that two claim was frozen, for those who settle whose it is. */
const disputedBy = ({ roles }: Person) =>
  roles.some((role) => role === 'compliance' || role === 'admin')
    ? sql`case when ${clientState} = 'disputed' then (
        select k.email from one_time_token k
        where k.person_id = c.id and k.purpose = 'freeze' and k.used_at is not null and k.email <> c.email
        order by k.used_at desc limit 1) end`
    : sql`null`;

type Facts = Omit<
  StaffClient,
  'created_at' | 'last_sign_in_at' | 'restricted' | 'dealing' | 'wallets' | 'accounts' | 'tags'
> & {
  createdAt: Date;
  lastSignInAt: Date | null;
};

/**
 * One client as staff see them.
 * @throws Refusal `http.not_found`
 */
export async function readClient(app: App, me: Person, clientId: string): Promise<StaffClient> {
  const { db } = app;
  await viewClient(app, me, clientId);
  const { createdAt, lastSignInAt, ...facts } = await db.one<Facts>(sql`
    select c.id, c.full_name, c.email, c.email_verified_at is not null as email_verified, c.phone, c.address,
           c.country, c.language, c.brand, c.roles,
           case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.full_name) end as manager,
           k.client_id is not null and m.id is null as manager_left,
           ${clientLevel} as verification_level, case when c.id <> ${me.id} then c.risk_rating end as risk,
           coalesce(t.tier, 'standard') as tier, t.override_until as tier_until, c.second_factor_at is not null as second_factor,
           ${clientState} as state, ${disputedBy(me)} as disputed_by,
           c.created_at as "createdAt", (select max(s.created_at) from session s where s.person_id = c.id) as "lastSignInAt"
    from person c left join client_tier t on t.client_id = c.id
    left join client_manager k on k.client_id = c.id left join person m on m.id = k.manager_id where c.id = ${clientId}`);
  return {
    ...facts,
    brand: app.settings.hostOfBrand(facts.brand),
    created_at: createdAt.toISOString(),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
    restricted: (await readRestrictions(db, clientId, app.clock.now())).map(({ kind }) => kind),
    dealing: await readDealing(db, clientId, app.clock.now()),
    ...(await readHoldings(db, clientId)),
    tags: await readTags(db, clientId),
  };
}
