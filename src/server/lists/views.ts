import type { ListViews } from '#contract/lists/endpoints.ts';
import { viewsPerList, viewsPerPerson } from '#contract/lists/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Kept {
  list: string;
  query: string;
}
interface Change {
  view_id: string;
  name?: string | undefined;
  query?: string | undefined;
  is_default?: boolean | undefined;
}

/** The person’s own views of a list. */
export async function readViews(db: Queries, me: Person, list: string): Promise<ListViews> {
  const rows = await db.rows<{ id: string; name: string | null; query: string; is_default: boolean }>(sql`
    select id, name, query, is_default from list_view where person_id = ${me.id} and list = ${list} order by lower(name), id`);
  return {
    views: rows.flatMap(({ name, ...view }) => (name === null ? [] : [{ ...view, name }])),
    layout: rows.find(({ name }) => name === null)?.query ?? '',
  };
}

/** @throws Refusal `lists.full`; on `name`: `lists.name_taken` */
export const saveView = ({ db, clock }: App, me: Person, { list, query, name }: Kept & { name: string }) =>
  inTurn(db, me, async (tx) => {
    await checkSpaceOf(tx, me, list);
    await checkSpace(tx, me);
    await checkName(tx, me, { list, name, id: null });
    await tx.run(sql`
      insert into list_view (id, person_id, list, name, query, created_at)
      values (${newId()}, ${me.id}, ${list}, ${name}, ${query}, ${clock.now()})`);
    return readViews(tx, me, list);
  });

/** @throws Refusal `http.not_found`; on `name`: `lists.name_taken` */
export const changeView = ({ db }: App, me: Person, { view_id: id, name, query, is_default }: Change) =>
  inTurn(db, me, async (tx) => {
    const list = await listOf(tx, me, id);
    if (name !== undefined) await checkName(tx, me, { list, name, id });
    if (is_default)
      await tx.run(sql`
        update list_view set is_default = false where person_id = ${me.id} and list = ${list} and is_default`);
    await tx.run(sql`
      update list_view set name = coalesce(${name ?? null}, name), query = coalesce(${query ?? null}, query),
        is_default = coalesce(${is_default ?? null}, is_default)
      where id = ${id}`);
    return readViews(tx, me, list);
  });

/** @throws Refusal `http.not_found` */
export const deleteView = ({ db }: App, me: Person, id: string) =>
  inTurn(db, me, async (tx) => {
    const list = await listOf(tx, me, id);
    await tx.run(sql`delete from list_view where id = ${id}`);
    return readViews(tx, me, list);
  });

/** @throws Refusal `lists.full` */
export const keepLayout = ({ db, clock }: App, me: Person, { list, query }: Kept) =>
  inTurn(db, me, async (tx) => {
    const kept = await tx.run(sql`
      update list_view set query = ${query} where person_id = ${me.id} and list = ${list} and name is null`);
    if (kept === 0) {
      await checkSpace(tx, me);
      await tx.run(sql`
        insert into list_view (id, person_id, list, query, created_at)
        values (${newId()}, ${me.id}, ${list}, ${query}, ${clock.now()})`);
    }
    return readViews(tx, me, list);
  });

/** One change of a person’s views at a time: two windows neither pass a limit together nor both keep the same name. */
const inTurn = <T>(db: App['db'], me: Person, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`list_view:${me.id}`}, 0))`);
    return work(tx);
  });

async function listOf(tx: Tx, me: Person, id: string): Promise<string> {
  const found = await tx.maybeOne<{ list: string }>(sql`
    select list from list_view where id = ${id} and person_id = ${me.id} and name is not null`);
  if (!found) throw notFound();
  return found.list;
}

/**
 * A remembered layout takes one of a person's places as well, but none of a list's.
 * @throws Refusal `lists.full`
 */
async function checkSpace(tx: Tx, me: Person): Promise<void> {
  const { all } = await tx.one<{ all: number }>(sql`
    select count(*)::int as "all" from list_view where person_id = ${me.id}`);
  if (all >= viewsPerPerson) throw refuse('lists.full', { max: viewsPerPerson });
}

/** @throws Refusal `lists.full` */
async function checkSpaceOf(tx: Tx, me: Person, list: string): Promise<void> {
  const { here } = await tx.one<{ here: number }>(sql`
    select count(*)::int as here from list_view where person_id = ${me.id} and list = ${list} and name is not null`);
  if (here >= viewsPerList) throw refuse('lists.full', { max: viewsPerList });
}

async function checkName(
  tx: Tx,
  me: Person,
  { list, name, id }: { list: string; name: string; id: string | null },
): Promise<void> {
  const taken = await tx.maybeOne(sql`
    select 1 as found from list_view
    where person_id = ${me.id} and list = ${list} and name = ${name} and (${id}::uuid is null or id <> ${id})`);
  if (taken) throw refuseField('name', 'lists.name_taken');
}
