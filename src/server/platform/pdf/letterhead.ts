import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import { footerFor } from '../settings.ts';
import type { Letterhead } from './document.ts';

/** The brand of a client as shown on paper, which is light, with its small print in the reader's language. */
export async function letterheadOf(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  client: { brand: string | null },
  language: Language,
): Promise<Letterhead> {
  const brand = settings.brand(client.brand);
  const footer = footerFor(brand, language);
  const picture = await db.maybeOne<{ content: Buffer }>(
    sql`select content from brand_picture where id = ${brand.paperLogo}`,
  );
  const company = footer ? [...brand.company, footer.text] : brand.company;
  return { name: brand.name, company, logo: picture?.content ?? null };
}
