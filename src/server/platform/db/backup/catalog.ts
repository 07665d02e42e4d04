import type pg from 'pg';

/** Names are quoted and qualified, ready for SQL. `columns` leaves out what PostgreSQL computes itself. */
export type Table = { name: string; columns: string };
export type Sequence = { name: string; lastValue: string };
/** What a table holds: `digest` is a sum over the stored columns of all rows that doesn't depend on their order. */
export type Content = { rows: string; digest: string };

const OURS = "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'";

/** One spelling of each value on every server; and no limit that suits a request but not a whole table. */
export const SESSION = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_min_messages = 'warning'`;

/** Schemas of ours, all that are not PostgreSQL's own. */
export async function schemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(n.nspname) as name from pg_namespace n where ${OURS} order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Tables that keep their rows: not views, nor unlogged tables, which may lose their rows. */
export async function tables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relpersistence = 'p' and ${OURS}
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     group by n.nspname, c.relname order by format('%I.%I', n.nspname, c.relname) collate "C"`,
  );
  return rows;
}

/** Tables with columns that PostgreSQL computes. Another locale or version may compute something else. */
export async function tablesWithGenerated(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct format('%I.%I', n.nspname, c.relname) as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attgenerated <> '' and not a.attisdropped and c.relkind = 'r' and ${OURS}`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Sequences that have given out a number. */
export async function sequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
     from pg_sequences where last_value is not null order by 1`,
  );
  return rows;
}

/** Counts and sums up the rows of a table, without what PostgreSQL computes itself. */
export async function content(client: pg.ClientBase, { name, columns }: Table): Promise<Content> {
  const { rows } = await client.query<Content>(
    `select count(*)::text as rows,
            coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columns})::text, 'UTF8')), 'hex'), 16))::bit(64)::bigint::numeric), 0)::text as digest
     from only ${name}`,
  );
  const [found] = rows;
  if (!found) throw new Error(`${name} could not be counted`);
  return found;
}

/** A statement that removes a guard, and the one that restores it. */
export type Guard = { lift: string; restore: string };

/** Foreign keys and triggers. Putting a foreign key back makes PostgreSQL check every row against it. */
export async function guards(client: pg.ClientBase): Promise<Guard[]> {
  const { rows } = await client.query<Guard>(
    `select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as lift,
            format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
                   case t.tgenabled when 'A' then 'always' when 'R' then 'replica' end, t.tgname) as restore
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${OURS}
     union all
     select format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname),
            format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid))
     from pg_constraint f join pg_namespace n on n.oid = f.connamespace
     where f.contype = 'f' and f.conparentid = 0 and ${OURS}`,
  );
  return rows;
}
