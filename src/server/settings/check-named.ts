import { isDeepStrictEqual } from 'node:util';
import type { HouseValues } from '#contract/settings-catalogue.ts';
import type { HouseKey } from '#contract/settings-names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { checkMailPassword } from './email/password.ts';

/** The product reckons in it: the main wallet of each client, tiers and limits. */
const baseCurrency = 'USD';

/**
 * Whether a value names what there is; its shape is right by then.
 * @throws Refusal on `value`: `house.picture`, `house.base_currency`, `house.each_currency`, `house.mail_password`
 */
export async function checkNamed(db: Queries, key: HouseKey, value: unknown): Promise<void> {
  if (key === 'brand.logo_light' || key === 'brand.logo_dark') await checkPicture(db, value as string | null);
  if (key === 'currencies.wallets' || key === 'currencies.accounts') checkCurrencies(value as string[]);
  if (key === 'mail.server') await checkMailPassword(db, value as HouseValues['mail.server']);
  if (key === 'currencies.spreads') await checkSpreads(db, value as HouseValues['currencies.spreads']);
}

async function checkPicture(db: Queries, id: string | null): Promise<void> {
  if (id === null) return;
  const picture = await db.maybeOne(sql`select from brand_picture where id = ${id}`);
  if (!picture) throw refuseField('value', 'house.picture');
}

function checkCurrencies(codes: string[]): void {
  if (!codes.includes(baseCurrency)) throw refuseField('value', 'house.base_currency', { currency: baseCurrency });
}

/** Each currency has one, so that none is left as it was by mistake. */
async function checkSpreads(db: Queries, spreads: HouseValues['currencies.spreads']): Promise<void> {
  const known = await db.rows<{ code: string }>(sql`select code from currency order by code`);
  const asked = spreads.map(({ currency }) => currency);
  if (
    !isDeepStrictEqual(
      asked,
      known.map(({ code }) => code),
    )
  )
    throw refuseField('value', 'house.each_currency');
}
