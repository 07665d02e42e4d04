import type { IpoApplication } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readApplied, showApplication, type Applied } from './application-row.ts';

/** @throws Refusal `http.not_found`, also for the application of another client */
export async function findApplied(db: Queries, me: Pick<Person, 'id'>, applicationId: string): Promise<Applied> {
  const [applied] = await readApplied(db, sql`a.id = ${applicationId} and a.client_id = ${me.id}`);
  if (!applied) throw notFound();
  return applied;
}

/**
 * The same under its lock, with its offering locked first: it is not closed, priced or allotted in the meantime.
 * @throws Refusal `http.not_found`
 */
export async function lockApplied(
  tx: Tx,
  me: Pick<Person, 'id'>,
  applicationId: string,
  offeringId: string | undefined,
): Promise<Applied> {
  if (offeringId === undefined) throw notFound();
  const [, , applied] = await Promise.all([
    tx.run(sql`select from ipo_offering where id = ${offeringId} for share`),
    tx.run(sql`select from ipo_application where id = ${applicationId} for update`),
    findApplied(tx, me, applicationId),
  ]);
  return applied;
}

/** The offering of a client's application, by which `lockApplied` locks it; undefined when there is none. */
export async function offeringOf(tx: Tx, me: Pick<Person, 'id'>, applicationId: string): Promise<string | undefined> {
  const found = await tx.maybeOne<{ id: string }>(sql`
    select offering_id as id from ipo_application where id = ${applicationId} and client_id = ${me.id}`);
  return found?.id;
}

/** @throws Refusal `http.not_found` */
export async function ownApplication(
  app: App,
  me: Pick<Person, 'id'>,
  language: Language,
  applicationId: string,
): Promise<IpoApplication> {
  return showApplication(app, language, await findApplied(app.db, me, applicationId));
}
