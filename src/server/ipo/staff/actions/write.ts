import type { StaffOfferingInfo, OfferingTerms } from '#contract/ipo/staff-records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { join, sql, Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Actor } from '#server/platform/session/actor.ts';
import { fieldError, refuseField, refuseFields } from '#server/platform/refusal.ts';
import { act, change, note, onceAt, type Staff } from './run-action.ts';
import { editableTerms } from '../states.ts';
import { readTerms, termsOf, type StoredTerms } from '../terms.ts';

type Input = OfferingTerms & { request_id?: string | undefined };
type Seen = { stock_id: string; version: number; request_id?: string | undefined };
type TextToWrite = Seen & { language: Language; about: string; risks: string };
type Prospectus = Seen & { url: string };

/** Creates a draft. @throws Refusal `http.idempotency_mismatch`, and on fields what is wrong with the terms */
export function createOffering(app: App, staff: Staff, body: Input): Promise<StaffOfferingInfo> {
  return onceAt(app, staff, 'create', body, (tx) => createDraft(app, tx, staff.me, body));
}

/** @throws Refusal on fields what is wrong with the terms */
export async function createDraft(app: App, tx: Tx, by: Actor, terms: OfferingTerms): Promise<string> {
  const id = await insertOffering(app, tx, terms);
  await note(app, tx, { me: by }, { action: 'create', offeringId: id, details: { ticker: terms.ticker } });
  return id;
}

/** Inserts a draft and returns its id. */
export async function insertOffering(app: App, tx: Tx, terms: OfferingTerms): Promise<string> {
  const [id, at] = [newId(), app.clock.now()];
  const columns = columnsOf(await readTerms(tx, terms));
  await expectFree(
    tx.run(sql`
      insert into ipo_offering (id, state, created_at, updated_at, ${join(columns.map(([name]) => name))})
      values (${id}, 'draft', ${at}, ${at}, ${join(columns.map(([, value]) => value))})`),
  );
  return id;
}

/**
 * Changes the terms.
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `ipo_staff.state`, `ipo_staff.version`, and on fields
 * what is wrong with the terms, and `ipo_staff.fixed`
 */
export function editOffering(app: App, staff: Staff, body: Input & Seen): Promise<StaffOfferingInfo> {
  return onceAt(app, staff, 'edit', body, (tx) => editTerms(app, tx, staff.me, body));
}

/** @throws Refusal as `editOffering`, but for repetitions */
export function editTerms(app: App, tx: Tx, by: Actor, body: Input & Seen): Promise<string> {
  return act(app, tx, by, { ...body, action: 'edit' }, async (on, offering) => {
    const stored = await readTerms(on, body);
    const [before, after] = [termsOf(offering), termsOf(stored)];
    const names = Object.keys(before) as (keyof OfferingTerms)[];
    const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    const editable = editableTerms(offering.state);
    const fixed = changed.filter((name) => !editable.includes(name));
    if (fixed.length > 0) {
      throw refuseFields(Object.fromEntries(fixed.map((name) => [name, [fieldError('ipo_staff.fixed')]])));
    }
    if (changed.includes('closes_at') && offering.state !== 'draft' && stored.closesAt <= app.clock.now()) {
      throw refuseField('closes_at', 'ipo_staff.times');
    }
    const assigned = columnsOf(stored).map(([name, value]) => sql`${name} = ${value}`);
    await expectFree(change(app, tx, offering, join(assigned)));
    return Object.fromEntries(changed.map((name) => [name, String(after[name])]));
  });
}

/** Writes the clients' text in one language, in place of an earlier one. */
export const writeText = (app: App, staff: Staff, body: TextToWrite): Promise<StaffOfferingInfo> =>
  onceAt(app, staff, 'write_text', body, (tx) => writeOneText(app, tx, staff.me, body));

/** @throws Refusal `http.not_found`, `ipo_staff.state`, `ipo_staff.version` */
export function writeOneText(app: App, tx: Tx, by: Actor, body: TextToWrite): Promise<string> {
  return act(app, tx, by, { ...body, action: 'write_text' }, async (_, offering) => {
    const { language, about, risks } = body;
    await tx.run(sql`
      insert into ipo_offering_text (offering_id, language, about, risks) values (${offering.id}, ${language}, ${about}, ${risks})
      on conflict (offering_id, language) do update set about = excluded.about, risks = excluded.risks`);
    await change(app, tx, offering);
    return { language };
  });
}

/** Sets the prospectus of a draft. After publication it can only be supplemented. */
export const setProspectus = (app: App, staff: Staff, body: Prospectus): Promise<StaffOfferingInfo> =>
  onceAt(app, staff, 'set_prospectus', body, (tx) => setOneProspectus(app, tx, staff.me, body));

/** @throws Refusal `http.not_found`, `ipo_staff.state`, `ipo_staff.version` */
export function setOneProspectus(app: App, tx: Tx, by: Actor, body: Prospectus): Promise<string> {
  return act(app, tx, by, { ...body, action: 'set_prospectus' }, async (_, offering) => {
    await tx.run(sql`
      insert into ipo_prospectus (offering_id, version, url, published_at) values (${offering.id}, 1, ${body.url}, ${app.clock.now()})
      on conflict (offering_id, version) do update set url = excluded.url, published_at = excluded.published_at`);
    await change(app, tx, offering);
    return { url: body.url };
  });
}

/** The columns of terms with their values. The names are those of the code, never a caller's. */
function columnsOf(terms: StoredTerms): [name: Sql, value: unknown][] {
  const named = (name: string) => new Sql([name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)], []);
  return Object.entries(terms).map(([name, value]) => [named(name), value]);
}

async function expectFree<T>(writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    const { constraint } = error as { constraint?: string };
    throw constraint === 'ipo_offering_exchange_ticker_key' ? refuseField('ticker', 'ipo_staff.ticker_taken') : error;
  });
}
