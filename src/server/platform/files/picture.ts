import sharp, { type Metadata, type Sharp } from 'sharp';
import { maxPixels, type FileType } from '#contract/kernel/file-rules.ts';
import { refuse } from '#server/platform/refusal.ts';

/** A picture as it is stored. */
export interface Picture {
  content: Buffer;
  width: number;
  height: number;
}

/** Nothing is drawn larger than that, in pixels of the longer side; a page of print stays readable. */
const longestSide = 5000;
const timeoutS = 20;

// Only what we take can be decoded at all, and nothing is remembered between two files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const encoders = {
  'image/jpeg': (image: Sharp) => image.jpeg({ quality: 88 }),
  'image/png': (image: Sharp) => image.png({ compressionLevel: 7 }),
  'image/webp': (image: Sharp) => image.webp({ quality: 88 }),
};

/**
 * Decodes a picture and encodes it again, upright and without metadata: only its pixels are stored.
 * @throws Refusal `files.unreadable`, `files.pixels`, `files.animated`
 */
export async function redraw(content: Buffer, type: Exclude<FileType, 'application/pdf'>): Promise<Picture> {
  const { width, height, format, pages = 1 } = await describe(content);
  if (`image/${format}` !== type) throw refuse('files.unreadable');
  if (width * height > maxPixels) throw refuse('files.pixels', { megapixels: maxPixels / 1_000_000 });
  if (pages > 1 || isAnimatedPng(content)) throw refuse('files.animated');
  const image = sharp(content, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: timeoutS });
  try {
    const { data, info } = await encoders[type](image).toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch {
    throw refuse('files.unreadable');
  }
}

/**
 * A picture that was drawn by `redraw`, as a PNG that fits into a frame; for programs that only support that type.
 * @param frame in pixels; a smaller picture keeps its size
 */
export async function asPng(content: Buffer, frame: { width: number; height: number }): Promise<Picture> {
  const image = sharp(content, { limitInputPixels: maxPixels })
    .resize({ ...frame, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .timeout({ seconds: timeoutS });
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Reads the head alone. The limit of pixels is ours to check, so that the refusal can name it. */
async function describe(content: Buffer): Promise<Metadata> {
  try {
    return await sharp(content, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch {
    throw refuse('files.unreadable');
  }
}

/** Its frames are in chunks that a decoder skips, so they would be lost silently. */
function isAnimatedPng(content: Buffer): boolean {
  const mark = content.indexOf('acTL', 0, 'latin1');
  return mark !== -1 && content.subarray(0, 8).includes('PNG') && mark < content.indexOf('IDAT', 0, 'latin1');
}
