import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import type { Letterhead } from './document.ts';

/** The operator as he stands on paper, which is light. */
export async function letterheadOf({ db, house }: Pick<App, 'db' | 'house'>): Promise<Letterhead> {
  const { name, company } = house.brand();
  const id = house.value('brand.logo_light') ?? house.value('brand.logo_dark');
  const picture = await db.maybeOne<{ content: Buffer }>(sql`select content from brand_picture where id = ${id}`);
  return { name, company, logo: picture?.content ?? null };
}
