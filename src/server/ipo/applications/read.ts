import type { ApplicationInfo } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { showApplication } from './application-row.ts';
import { readOfferings } from '../offerings/offering-row.ts';
import { findApplied } from './own-application.ts';
import { percentOf } from '../percent.ts';

type StatusChange = ApplicationInfo['history'][number];

/**
 * An application of the caller with its history, what was agreed to, and its offering.
 * @throws Refusal `http.not_found`
 */
export async function readApplication(
  app: App,
  me: Person,
  language: Language,
  applicationId: string,
): Promise<ApplicationInfo> {
  const { db } = app;
  const applied = await findApplied(db, me, applicationId);
  const [offering] = await readOfferings(db, me.id, sql`o.id = ${applied.id}`);
  if (!offering) throw notFound();
  const steps = await db.rows<Omit<StatusChange, 'at'> & { at: Date }>(sql`
    select state, quantity, at, by_kind as by from ipo_application_status_history where application_id = ${applicationId} order by at, id`);
  const money = (minor: bigint) => toDecimal(minor, applied.currency);
  return {
    application: showApplication(app, language, applied),
    history: steps.map((step) => ({ ...step, at: step.at.toISOString() })),
    terms: {
      price_low: money(applied.priceLowSeenMinor),
      price_high: money(applied.priceHighSeenMinor),
      prospectus_version: applied.prospectusVersion,
      disclosure_version: applied.agreedDisclosureVersion,
      fee_in_percent: percentOf(applied.ownFeeInBps),
      fee_in_minimum: money(applied.ownFeeInMinMinor),
      fee_fixed: money(applied.ownFeeFixedMinor),
    },
    draw_commitment: applied.drawCommitment,
    offering,
  };
}
