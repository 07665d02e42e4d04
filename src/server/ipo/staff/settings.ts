import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { StaffOfferingRow } from './offering-row.ts';

/** The operator's settings for all offerings. */
export interface IpoSettings {
  bandLowPercent: number;
  bandHighPercent: number;
  confirmMinutes: number;
  supplementDays: number;
}

export const readSettings = (db: Queries): Promise<IpoSettings> =>
  db.one<IpoSettings>(sql`
    select band_low_percent as "bandLowPercent", band_high_percent as "bandHighPercent", confirm_minutes as "confirmMinutes",
           supplement_days as "supplementDays" from ipo_setting`);

/** Whether a final price is so far outside the range that each application must be confirmed again. */
export function isFarOut(
  { priceLowMinor, priceHighMinor }: Pick<StaffOfferingRow, 'priceLowMinor' | 'priceHighMinor'>,
  priceMinor: bigint,
  { bandLowPercent, bandHighPercent }: IpoSettings,
): boolean {
  const scaled = priceMinor * 100n;
  return scaled < priceLowMinor * BigInt(bandLowPercent) || scaled > priceHighMinor * BigInt(bandHighPercent);
}

const dayMs = 86_400_000;

/** The same hour (UTC) this many working days later: Saturdays and Sundays do not count. */
export function workingDaysAfter(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0;) {
    at = new Date(at.getTime() + dayMs);
    if (at.getUTCDay() !== 0 && at.getUTCDay() !== 6) left -= 1;
  }
  return at;
}
