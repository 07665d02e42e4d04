import type pg from 'pg';
import { newClient } from './connection/client.ts';
import { lockSchema, MIGRATION_LOCK } from './migrate.ts';

interface Guarded {
  table: string;
  updates: boolean;
  deletes: boolean;
}

/** Tables with a trigger that prevents every update, or every delete, by any role. */
const guarded = `
  select tgrelid::regclass::text as table, bool_or(tgtype & 16 > 0 and tgattr = '') as updates, bool_or(tgtype & 8 > 0) as deletes
  from pg_trigger where tgfoid = 'refuse_change()'::regprocedure and tgqual is null and tgtype & 1 > 0
  group by tgrelid`;

/** Who owns what: the serving role, and the database and schema on which the owner can revoke privileges. */
const statusQuery = `
  select r.oid = current_user::regrole as "isOwner",
         r.rolsuper or exists (
           select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v') and pg_has_role(r.oid, c.relowner, 'member')
         ) as "ownsTables",
         case when pg_has_role(d.datdba, 'member') then quote_ident(d.datname) end as database,
         pg_has_role(n.nspowner, 'member') as "hasSchema"
  from pg_roles r, pg_database d, pg_namespace n
  where r.rolname = $1 and d.datname = current_database() and n.nspname = 'public'`;

interface RoleStatus {
  isOwner: boolean;
  ownsTables: boolean;
  database: string | null;
  hasSchema: boolean;
}

/**
 * Lets the running server's role read and write rows and nothing else, after each migration: it cannot change or delete
 * rows of append-only tables, and it has no table, trigger or function of its own to alter, not even for a moment. Does
 * nothing where one role does both. Any number of processes may call it at once. Only a demo’s server may move the
 * clock.
 * @throws Error when the two addresses lead to different databases, or the serving role owns tables: taking rights from
 * their owner would break them
 */
export async function allowServing(ownerUrl: string, servingUrl: string, { demo }: { demo: boolean }): Promise<void> {
  if (ownerUrl === servingUrl) return;
  await input(ownerUrl, async (client) => {
    await lockSchema(client);
    await client.query('begin');
    const name = await input(servingUrl, whoServes);
    const { rows: found } = await client.query<RoleStatus>(statusQuery, [name]);
    const { isOwner = false, ownsTables = false, database = null, hasSchema = false } = found[0] ?? {};
    if (isOwner) return;
    if (ownsTables)
      throw new Error(
        `The role ${name} of DATABASE_URL owns tables or may do anything; beside DATABASE_OWNER_URL it has to be one that can only connect.`,
      );
    const role = client.escapeIdentifier(name);
    // A trigger on a table of the role's own, even a temporary one, would act where the books' guards trust triggers.
    if (database) await client.query(`revoke temporary on database ${database} from public, ${role}`);
    if (hasSchema) await client.query(`revoke create on schema public from public, ${role}`);
    await client.query(`
      grant usage on schema public to ${role};
      revoke all on all tables in schema public from ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage on all sequences in schema public to ${role};
      revoke insert, update, delete on schema_migration from ${role};
      alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
      alter default privileges in schema public grant usage on sequences to ${role}`);
    const { rows } = await client.query<Guarded>(guarded);
    for (const { table, updates, deletes } of rows) {
      if (updates) await client.query(`revoke update on ${table} from ${role}`);
      if (deletes) await client.query(`revoke delete on ${table} from ${role}`);
    }
    if (!demo) await client.query(`revoke insert, update on demo_clock from ${role}`);
    await client.query('commit');
  });
}

/** Runs while the owner holds the lock: a connection that can take it too is in another database. */
async function whoServes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; isElsewhere: boolean }>(
    'select current_user as name, pg_try_advisory_xact_lock($1) as "isElsewhere"',
    [MIGRATION_LOCK],
  );
  const { name = '', isElsewhere = true } = rows[0] ?? {};
  if (isElsewhere) throw new Error('DATABASE_URL and DATABASE_OWNER_URL lead to different databases.');
  return name;
}

/** What is left half-done rolls back when its connection ends. */
async function input<T>(connectionString: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient({ connectionString, application_name: 'atrium roles' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
