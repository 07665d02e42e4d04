import type { Db } from '#server/platform/db/database.ts';
import { sql, Sql } from '#server/platform/db/sql.ts';

/** Ids of things that are really there, by what is called so, such as `wallet`. */
export type KnownIds = ReadonlyMap<string, readonly string[]>;

/** What the contract calls by another name than the table. */
const tables: Record<string, string> = {
  stock: 'ipo_offering',
  room: 'conversation',
  ticket: 'conversation',
  person: 'client',
  actor: 'client',
  recipient: 'client',
  key: 'operator_key',
  webhook: 'webhook_endpoint',
  delivery: 'webhook_delivery',
  from_wallet: 'wallet',
  to_wallet: 'wallet',
};

/** What is done to a client by staff must not end the session of the one who calls. */
const orders: Record<string, string> = { client: 'cardinality(roles) = 1 and email <> ' };

const each = 12;

/** Some ids of every table, those of the client who calls before those of others; among persons other clients first. */
export async function idsOfTables(db: Db, email: string): Promise<KnownIds> {
  const all = await db.rows<{ name: string; owned: boolean }>(sql`
    select table_name as name, bool_or(column_name = 'client_id') as owned
    from information_schema.columns where table_schema = 'public'
    group by 1 having bool_or(column_name = 'id' and data_type = 'uuid')`);
  const found = await Promise.all(
    all.map(async ({ name, owned }) => {
      const order = owned
        ? '(select email from person where person.id = client_id) = '
        : (orders[name] ?? 'id::text = ');
      // Names of our own tables; this text has no foreign input.
      const start = `select id from "${name}" order by ${order}`;
      const rows = await db.rows<{ id: string }>(new Sql([start, ` desc nulls last, id limit ${each}`], [email]));
      return [name, rows.map(({ id }) => id)] as const;
    }),
  );
  const reasons = await db.rows<{ code: string }>(sql`select distinct on (purpose) code from reason where active`);
  return new Map([...found, ['reason', reasons.map(({ code }) => code)]]);
}

/** What a field may name: `wallet_id`, or an `id` in an address below `/wallets/`. */
export function idsFor(field: string, route: string, known: KnownIds): readonly string[] {
  const noun = field === 'id' ? nounBefore(route) : field.replace(/_id$/, '');
  const table = tables[noun] ?? noun;
  return [...known].flatMap(([name, ids]) => (name === table || name.endsWith(`_${table}`) ? ids : []));
}

const nounBefore = (route: string) =>
  (/\/(\w+)\/:id/.exec(route)?.[1] ?? /\/api\/(?:staff\/)?(\w+)/.exec(route)?.[1] ?? '').replace(/s$/, '');
