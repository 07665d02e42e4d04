import { readFile, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { root } from './run.ts';

// Draws the icons of the installed app out of the icon of the tab; run it when that has changed, and commit what it drew.

const mark = (await readFile(resolve(root, 'src/web/favicon.svg'), 'utf8')).replace(/<\/?svg[^>]*>/g, '');
const ground = /fill="(#[0-9a-f]{6})"/.exec(mark)?.[1];
if (!ground) throw new Error('the icon of the tab has no ground');

/** On a ground to the edges, for devices that cut their own shape: the mark keeps to the inner four fifths. */
const fullBleed = `<rect width="24" height="24" fill="${ground}"/><g transform="translate(3.2 3.2) scale(0.7333)">${mark}</g>`;

const drawings = [
  { name: 'icon-192', size: 192, content: mark },
  { name: 'icon-512', size: 512, content: mark },
  { name: 'maskable-512', size: 512, content: fullBleed },
  { name: 'apple-touch-icon', size: 180, content: fullBleed },
];

const folder = resolve(root, 'src/web/public/icons');
await mkdir(folder, { recursive: true });
for (const { name, size, content } of drawings) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24" fill="none">${content}</svg>`;
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true })
    .toFile(resolve(folder, `${name}.png`));
}
