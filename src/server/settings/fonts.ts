import { create, type Font, type FontCollection } from 'fontkit';
import type { FastifyReply } from 'fastify';
import type { ResponseOf } from '#contract/api.ts';
import { fontLimits } from '#contract/settings/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runQueued } from '#server/platform/files/work-queue.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { fontAddress } from '#server/platform/settings.ts';

/** A WOFF2 file as the library reads it, with what its types leave out. */
type Woff2 = Font & { directory: { tables: Record<string, { length: number; transformLength?: number | null }> } };

interface FontFacts {
  family: string;
  least: number;
  most: number;
}

/**
 * Stores a font of a brand. It is public, and stays as it was uploaded: browsers check a font before they draw with it.
 * @throws Refusal `files.empty`, `settings.font_type`, `files.unreadable`, `settings.font_licence`
 */
export async function addFont(app: App, base64: string): Promise<ResponseOf<'POST /api/staff/settings/font'>> {
  const content = Buffer.from(base64, 'base64');
  const { family, least, most } = await runQueued(async () => readFont(content));
  const id = newId();
  await app.db.run(sql`
    insert into brand_font (id, content, family, weight_least, weight_most, created_at)
    values (${id}, ${content}, ${family}, ${least}, ${most}, ${app.clock.now()})`);
  return { id, family };
}

/** @throws Refusal as `addFont` */
function readFont(content: Buffer): FontFacts {
  if (content.length === 0) throw refuse('files.empty');
  if (content.toString('latin1', 0, 4) !== 'wOF2') throw refuse('settings.font_type');
  const { family, weight, axis, mayBeEmbedded } = parse(content);
  if (!mayBeEmbedded) throw refuse('settings.font_licence');
  const clamp = (value: number) => Math.min(1000, Math.max(1, Math.round(value)));
  return { family, least: clamp(axis?.min ?? weight), most: clamp(axis?.max ?? weight) };
}

function parse(content: Buffer) {
  try {
    const font = create(content) as Woff2 | FontCollection;
    if (!('directory' in font)) throw new Error('a collection of fonts');
    // The library unpacks no more than the file's own list of tables promises.
    const unpacked = Object.values(font.directory.tables).reduce(
      (sum, { length, transformLength }) => sum + (transformLength ?? length),
      0,
    );
    if (unpacked > fontLimits.unpackedBytes) throw new Error('too large');
    const { usWeightClass: weight, fsType } = font['OS/2'];
    const axis = font.variationAxes['wght'];
    if (font.numGlyphs === 0) throw new Error('no characters');
    return { family: font.familyName.slice(0, 100), weight, axis, mayBeEmbedded: !fsType.noEmbedding };
  } catch {
    throw refuse('files.unreadable');
  }
}

/** How long browsers keep what has its id in its address. */
const forGood = 'public, max-age=31536000, immutable';

/**
 * A font for any page of ours, or the style sheet that makes pages use one or two of them.
 * @throws Refusal `http.not_found`
 */
export async function sendFont({ db }: App, file: string, reply: FastifyReply): Promise<string> {
  const [name = '', ending] = file.split('.');
  if (ending === 'css') {
    const ids = name.split('_');
    const found = await db.rows<Weights>(sql`
      select id, weight_least as least, weight_most as most from brand_font where id::text = any(${ids})`);
    const fonts = ids.flatMap((id) => found.filter((font) => font.id === id));
    if (fonts.length !== ids.length) throw notFound();
    reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', forGood);
    return sheetOf(fonts);
  }
  const font = await db.maybeOne<{ content: Buffer }>(sql`select content from brand_font where id::text = ${name}`);
  if (!font) throw notFound();
  reply.header('content-type', 'font/woff2').header('cache-control', forGood);
  // The contract knows no bytes, only what arrives.
  return font.content as unknown as string;
}

interface Weights {
  id: string;
  least: number;
  most: number;
}

/**
 * One font has the weights that it says; of two, the second is for what is bold, whatever they say. Plex follows for the
 * characters that the font lacks, such as those of another script. Figures in columns line up where the font lets them.
 */
function sheetOf(fonts: readonly Weights[]): string {
  const weights = fonts.length === 2 ? ['1 500', '501 1000'] : fonts.map(({ least, most }) => `${least} ${most}`);
  const faces = fonts.map(
    ({ id }, nth) =>
      `@font-face{font-family:Brand;font-weight:${weights[nth]};font-display:swap;src:url(${fontAddress(id)}) format('woff2')}\n`,
  );
  return `${faces.join('')}:root:root{font-family:Brand,Plex,system-ui,sans-serif;font-variant-numeric:tabular-nums}\n`;
}
