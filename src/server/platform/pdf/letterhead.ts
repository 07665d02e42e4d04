import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import type { Letterhead } from './document.ts';

/** The operator as shown on paper, which is light. */
export async function letterheadOf({ db, settings }: Pick<App, 'db' | 'settings'>): Promise<Letterhead> {
  const { name, company } = settings.brand();
  const id = settings.value('brand.logo_light') ?? settings.value('brand.logo_dark');
  const picture = await db.maybeOne<{ content: Buffer }>(sql`select content from brand_picture where id = ${id}`);
  return { name, company, logo: picture?.content ?? null };
}
