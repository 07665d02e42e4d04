import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { settled } from '../../e2e/support/settled.ts';
import { root } from '../run.ts';

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

const folder = join(root, 'docs/pictures');
/** In bytes. GitHub loads all twelve with the page. */
const limit = 150_000;

/** What the page shows, once it has stopped changing. */
async function shoot(page: Page): Promise<Buffer> {
  await settled(page);
  await page.evaluate(async () => {
    // What is still on its way is shown in another font.
    await Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 1rem Plex`, 'a ا')));
    await document.fonts.ready;
    // Charts follow the width of their place a frame later.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  });
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

async function save(name: string, picture: Sharp): Promise<void> {
  const content = await picture.png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer();
  expect(content.length, `bytes of ${name}`).toBeLessThanOrEqual(limit);
  await writeFile(join(folder, `${name}.png`), content);
}

/** Takes the picture of a page for docs/tour.md. */
export const take = async (page: Page, name: string): Promise<void> => save(name, sharp(await shoot(page)));

/** Takes one picture of several pages, side by side on no ground: it is read on light pages and on dark ones. */
export async function takeTogether(pages: readonly Page[], name: string): Promise<void> {
  const shots = [];
  for (const page of pages) shots.push(await rounded(await shoot(page)));
  const { width, height } = await sharp(shots[0]).metadata();
  const gap = Math.round(width / 12);
  const ground = {
    width: shots.length * (width + gap) - gap,
    height,
    channels: 4 as const,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  };
  const placed = shots.map((input, at) => ({ input, left: at * (width + gap), top: 0 }));
  await save(name, sharp({ create: ground }).composite(placed));
}

/** With the corners and the edge of a phone. */
async function rounded(shot: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(shot).metadata();
  const sheet = (style: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" rx="42" ${style}/></svg>`,
    );
  const cut = await sharp(shot)
    .composite([{ input: sheet('fill="#000"'), blend: 'dest-in' }])
    .png()
    .toBuffer();
  return sharp(cut)
    .composite([{ input: sheet('fill="none" stroke="#8d939c" stroke-width="3"') }])
    .png()
    .toBuffer();
}
