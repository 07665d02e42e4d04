import type { User } from '#contract/auth.ts';
import { toUser } from '#server/auth/user.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';

interface Profile {
  first_name: string;
  second_name: string;
  phone?: string | undefined;
  address?: string | undefined;
}

/** Changes what a client may change about himself; what is left out stays. */
export async function saveProfile(app: App, me: Client, profile: Profile): Promise<User> {
  const phone = profile.phone === undefined ? me.phone : profile.phone || null;
  const address = profile.address === undefined ? me.address : profile.address || null;
  await app.db.run(sql`
    update client set first_name = ${profile.first_name}, second_name = ${profile.second_name}, phone = ${phone}, address = ${address}
    where id = ${me.id}`);
  return toUser(app, { ...me, firstName: profile.first_name, secondName: profile.second_name, phone, address });
}
