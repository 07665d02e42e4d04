import { applicantDomain } from '#server/ipo/demo/simulated-applicants.ts';
import { houseAccount, openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { postBatch } from '#server/ledger/batch-posting.ts';
import type { App } from '#server/platform/app.ts';
import { writeAuditEach } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';

/** Applicants that fill the books of offerings, so that an allotment has something to distribute. */
export const applicantCount = 200;

const firstNames =
  'Aino Bram Clara Dario Elif Filip Greta Hugo Ilse Jonas Katri Leo Mira Nils Olga Paul Rosa Sven Tara Vito';
const secondNames = 'Aalto Berg Conti Dvořák Ek Fuchs Gallo Haas Iversen Jensen';
const countries = 'DE NO IT CZ FI FR PL ES HU RO';

const pick = (words: string, position: number): string => words.split(' ').at(position % words.split(' ').length) ?? '';

/**
 * Registers them with some money each, all in a few statements, at the time of the app's clock. They cannot sign in.
 */
export async function seedApplicants(app: App): Promise<void> {
  const at = app.clock.now();
  const applicants = Array.from({ length: applicantCount }, (_, position) => {
    const [id, walletId] = [newId(), newId()];
    return { position, id, walletId, codes: walletAccounts(id, walletId), usd: 8_000 + ((position * 37) % 200) * 100 };
  });
  const bank = houseAccount('psp_in', 'USD', 'bank-transfer');
  await insertClients(app, applicants, at);
  await app.db.tx(async (tx) => {
    await openAccounts(tx, at, [
      bank,
      ...applicants.flatMap(({ id, codes }) => [
        { code: codes.available, kind: 'wallet_available' as const, currency: 'USD', clientId: id },
        { code: codes.held, kind: 'wallet_held' as const, currency: 'USD', clientId: id },
      ]),
    ]);
    await tx.run(sql`
      insert into wallet (id, client_id, kind, currency, available_id, held_id, created_at)
      select w.id, w.client_id, 'main', 'USD', a.id, h.id, ${at}
      from unnest(${applicants.map(({ walletId }) => walletId)}::uuid[], ${applicants.map(({ id }) => id)}::uuid[],
                  ${applicants.map(({ codes }) => codes.available)}::text[], ${applicants.map(({ codes }) => codes.held)}::text[]) w (id, client_id, available, held)
      join ledger_account a on a.code = w.available join ledger_account h on h.code = w.held`);
  });
  const post = postBatch(app.db);
  await Promise.all(
    applicants.map(({ codes, usd }) =>
      post({ scope: 'demo', key: newId(), kind: 'deposit', at }, [
        { account: bank.code, amountMinor: BigInt(usd) * -100n },
        { account: codes.available, amountMinor: BigInt(usd) * 100n },
      ]),
    ),
  );
}

/** Levels set by hand are in the audit log, from which `bin/verify people` replays them. */
async function noteLevels(db: Db, ids: readonly string[], at: Date): Promise<void> {
  const officer = await db.maybeOne<{ id: string }>(sql`
    select id from person where 'compliance' = any(roles) order by id limit 1`);
  if (!officer) return;
  const details = { from: '0', to: '3', by: 'hand', reason: 'demo' };
  const entry = { actorId: officer.id, action: 'clients.set_level', details } as const;
  await db.tx((tx) => writeAuditEach(tx, { now: () => at }, entry, ids));
}

async function insertClients(
  { db, config }: App,
  applicants: readonly { id: string; position: number }[],
  at: Date,
): Promise<void> {
  const ids = applicants.map(({ id }) => id);
  await db.tx(async (tx) => {
    await tx.run(sql`
    insert into person (id, email, password_hash, first_name, second_name, country, language, email_verified_at, verification_level, level_override, created_at)
    select id, 'client-' || lpad(place::text, 3, '0') || ${`@${applicantDomain}`}, 'none', first_name, second_name, country, 'en', ${at}, 3, 3, ${at}
    from unnest(${ids}::uuid[], ${applicants.map(({ position }) => position + 1)}::int[], ${applicants.map(({ position }) => pick(firstNames, position))}::text[],
                ${applicants.map(({ position }) => pick(secondNames, Math.floor(position / 20)))}::text[], ${applicants.map(({ position }) => pick(countries, position))}::text[])
      made (id, place, first_name, second_name, country)`);
    await signNewRow(tx, config, 'person', sql`c.id = any(${ids}::uuid[])`);
  });
  await noteLevels(db, ids, at);
  await db.run(sql`
    insert into legal_consent (client_id, version_id, language, at)
    select one.id, v.id, 'en', ${at} from unnest(${ids}::uuid[]) one (id), legal_in_force(${at}) v`);
  await db.run(sql`
    insert into ipo_suitability (id, client_id, answers, suitable, at)
    select gen_random_uuid(), id, '{}', true, ${at} from unnest(${ids}::uuid[]) id`);
}
