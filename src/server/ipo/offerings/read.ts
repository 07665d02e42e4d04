import { lotteryMethods } from '#contract/ipo/names.ts';
import type { OfferingInfo } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { explainEligibility, feeInBpsOf, readApplicant } from '../eligibility.ts';
import { offeringColumns, readOfferings, shownToClients, type OfferingRow } from './offering-row.ts';
import { percentOf } from '../percent.ts';
import { findWallet } from '../wallet.ts';

interface More {
  about: string | null;
  risks: string | null;
  basisPublished: boolean;
  commitment: string | null;
  prospectus: { version: number; url: string; note: string | null; published_at: string }[];
}

/**
 * An offering in the caller's language, else in English, with what blocks an application.
 * @throws Refusal `http.not_found`
 */
export async function readOffering(app: App, me: Person, language: Language, stockId: string): Promise<OfferingInfo> {
  const [offering] = await readOfferings(app.db, me.id, sql`o.id = ${stockId} and ${shownToClients}`);
  if (!offering) throw notFound();
  const { about, risks, basisPublished, commitment, prospectus, ...row } = await app.db.one<OfferingRow & More>(sql`
    select ${offeringColumns}, text.about, text.risks,
           exists (select from ipo_allotment f where f.offering_id = o.id and f.state in ('decided', 'settled')) as "basisPublished",
           (select encode(s.commitment, 'hex') from ipo_seed s where s.offering_id = o.id and o.allotment_method = any(${lotteryMethods}::text[])) as commitment,
           coalesce((select jsonb_agg(jsonb_build_object(
               'version', p.version, 'url', p.url, 'note', p.note, 'published_at', to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
               order by p.version desc) from ipo_prospectus p where p.offering_id = o.id), '[]') as prospectus
    from ipo_offering o
    left join lateral (
      select x.about, x.risks from ipo_offering_text x where x.offering_id = o.id
      order by x.language = ${language} desc, x.language = 'en' desc, x.language limit 1) text on true
    where o.id = ${stockId}`);
  const applicant = await readApplicant(app, app.db, me.id, row.id);
  const wallet = await findWallet(app.db, me.id, sql`${row.currency}`);
  return {
    offering,
    about: about ?? '',
    risks: risks ?? '',
    prospectus,
    disclosure_version: row.disclosureVersion,
    eligibility: explainEligibility(app, language, row, applicant),
    wallet: wallet ? { wallet_id: wallet.id, available: toDecimal(wallet.availableMinor, row.currency) } : null,
    fee_in_percent: percentOf(feeInBpsOf(row, applicant)),
    cancel_until: row.cancelUntil?.toISOString() ?? null,
    basis_published: basisPublished,
    lottery_commitment: commitment,
  };
}
