import type { FastifyReply } from 'fastify';
import type { ResponseOf } from '#contract/api.ts';
import { logoLimits } from '#contract/settings/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { inspect } from '#server/platform/files/inspect.ts';
import { asPng } from '#server/platform/files/picture.ts';
import { runQueued } from '#server/platform/files/work-queue.ts';
import { pictureAddress } from '#server/platform/settings.ts';
import { newId } from '#server/platform/id.ts';
import { notFound } from '#server/platform/refusal.ts';

/**
 * Stores a picture of the brand. It is public, so it is not encrypted as the files of people are; as with those, its
 * content determines its type, and it is redrawn.
 * @throws Refusal `files.empty`, `files.type`, `files.unreadable`, `files.pixels`, `files.animated`
 */
export async function addPicture(app: App, base64: string): Promise<ResponseOf<'POST /api/staff/settings/picture'>> {
  const { content, width, height } = await runQueued(async () => {
    const drawn = await inspect(Buffer.from(base64, 'base64'), ['image/png', 'image/jpeg', 'image/webp']);
    return asPng(drawn.content, { width: logoLimits.widthPx, height: logoLimits.heightPx });
  });
  const id = newId();
  await app.db.run(sql`
    insert into brand_picture (id, content, width, height, created_at)
    values (${id}, ${content}, ${width}, ${height}, ${app.clock.now()})`);
  return { id, address: pictureAddress(id), width, height };
}

/**
 * A picture for any caller, including mail programs elsewhere.
 * @throws Refusal `http.not_found`
 */
export async function sendPicture({ db }: App, file: string, reply: FastifyReply): Promise<string> {
  const id = file.replace(/\.png$/, '');
  const found = await db.maybeOne<{ content: Buffer }>(sql`
    select content from brand_picture where id::text = ${id}`);
  if (!found) throw notFound();
  reply
    .header('content-type', 'image/png')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  // The contract knows no bytes, only what arrives.
  return found.content as unknown as string;
}
