import type { LegalConsent } from '#contract/legal/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';

/** The screen shows this many; the file has more. */
const shown = 200;

export interface ConsentFilter {
  client_id?: string | undefined;
  version_id?: string | undefined;
}

type Row = Omit<LegalConsent, 'at'> & { at: Date };

/** Consents, the latest first. */
export async function listConsents({ db }: App, filter: ConsentFilter, limit = shown): Promise<LegalConsent[]> {
  const { client_id: client = null, version_id: version = null } = filter;
  const rows = await db.rows<Row>(sql`
    select k.client_id, c.email, k.version_id, v.kind, v.number, k.language, k.at, k.address, k.user_agent
    from legal_consent k join legal_version v on v.id = k.version_id join person c on c.id = k.client_id
    where (${client}::uuid is null or k.client_id = ${client}) and (${version}::uuid is null or k.version_id = ${version})
    order by k.at desc, k.client_id, v.kind limit ${limit}`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const columns: Columns<LegalConsent> = {
  client_id: (consent) => consent.client_id,
  email: ({ email }) => email,
  document: ({ kind }) => kind,
  version: ({ number }) => String(number),
  language: ({ language }) => language,
  accepted_utc: ({ at }) => at,
  address: ({ address }) => address,
  user_agent: (consent) => consent.user_agent,
};

/** The same as a file. */
export const consentsFile = (app: App, me: Person, filter: ConsentFilter): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'consents',
    action: 'legal.consents_file',
    filter,
    columns,
    read: (limit) => listConsents(app, filter, limit),
  });
