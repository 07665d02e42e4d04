import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** What the operator has set for all payments. */
export interface PaymentSettings {
  /** At this value in US cents a second person must approve. */
  secondApproverFrom: bigint;
  withdrawalCoolingOffHours: number;
  cryptoAddressHours: number;
  codeMinutes: number;
  codeAttempts: number;
  confirmMinutes: number;
  destinationLinkHours: number;
  destinationsPerClient: number;
  reviewHours: number;
}

export async function readSettings(db: Queries): Promise<PaymentSettings> {
  return db.one<PaymentSettings>(sql`
    select second_approver_from as "secondApproverFrom", withdrawal_cooling_off_hours as "withdrawalCoolingOffHours",
           crypto_address_hours as "cryptoAddressHours",
           code_minutes as "codeMinutes", code_attempts as "codeAttempts", confirm_minutes as "confirmMinutes",
           destination_link_hours as "destinationLinkHours", destinations_per_client as "destinationsPerClient",
           review_hours as "reviewHours"
    from payment_setting`);
}

/** How many people must approve this value in US cents, until the first approver’s own totals are known too. */
export function approvalsNeeded(settings: PaymentSettings, usdMinor: bigint): 1 | 2 {
  return usdMinor >= settings.secondApproverFrom ? 2 : 1;
}
