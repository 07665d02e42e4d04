import sharp from 'sharp';
import type { DocumentKind } from '#contract/verification/names.ts';

type Colour = readonly [red: number, green: number, blue: number];
type Box = readonly [x: number, y: number, width: number, height: number, colour: Colour];

const ink: Colour = [60, 66, 78];
const pale: Colour = [205, 210, 218];
const [width, height] = [900, 570];

const line = (x: number, y: number, length: number): Box => [x, y, length, 14, ink];

/** A card with a portrait, and a letter with an address, both invented, so that a demo shows no real person. */
const boxes: Record<'card' | 'letter', readonly Box[]> = {
  card: [
    [60, 60, 250, 24, ink],
    [60, 130, 240, 300, pale],
    [130, 180, 100, 110, [170, 150, 130]],
    [95, 310, 170, 120, [110, 125, 150]],
    ...[150, 210, 270, 330].map((y, position) => line(360, y, 420 - position * 60)),
    [60, 480, 780, 16, pale],
    [60, 510, 780, 16, pale],
  ],
  letter: [
    [60, 50, 180, 40, ink],
    [690, 60, 150, 16, pale],
    ...[130, 160, 190].map((y, position) => line(60, y, 260 - position * 40)),
    ...[270, 310, 350, 390, 430, 470].map((y, position) => line(60, y, position === 5 ? 320 : 760)),
  ],
};

/** A sample document as a PNG, in a tint of its own so that no two of them are the same file. */
export function drawDocument(kind: DocumentKind, tint: number): Promise<Buffer> {
  const paper: Colour = [240 - (tint % 7) * 4, 244 - (tint % 5) * 4, 248 - (tint % 11) * 3];
  const pixels = Buffer.alloc(width * height * 3);
  const all: Box[] = [[0, 0, width, height, paper], ...boxes[kind === 'identity' ? 'card' : 'letter']];
  for (const [left, top, wide, high, colour] of all) {
    const row = Buffer.from(Array.from({ length: wide }, () => colour).flat());
    for (let y = top; y < top + high; y++) row.copy(pixels, (y * width + left) * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
