import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isLanguage } from '#contract/languages.ts';
import { notFound } from '../refusal.ts';
import type { Catalogues } from '../text.ts';

/** Texts that only the server speaks: answers to calls, and mails. */
const serverOnly = new Set(['errors', 'mails']);

export interface TextAddress {
  version: string;
  language: string;
  room: string;
}

export const addressOfTexts = ({ version, language, room }: TextAddress) =>
  `/texts/${version}/${language}/${room}.json`;

/** The browser's texts, one file per room and language; each is compiled and packed once. */
export function serveCatalogues(http: FastifyInstance, catalogues: Catalogues): void {
  const packed = new Map<string, Buffer>();
  http.get<{ Params: TextAddress }>(
    '/texts/:version/:language/:room.json',
    { schema: { hide: true } },
    async (request, reply) => {
      const { language, room, version } = request.params;
      const messages = isLanguage(language) && !serverOnly.has(room) ? catalogues.room(language, room) : undefined;
      if (!messages) throw notFound();
      const key = `${language}/${room}`;
      const content = packed.get(key) ?? gzipSync(JSON.stringify(messages), { level: 9 });
      packed.set(key, content);
      // A page that is older than the texts still gets them, but must not keep them under its version.
      const keep = version === catalogues.version ? 'public, max-age=31536000, immutable' : 'no-cache';
      return reply
        .type('application/json; charset=utf-8')
        .headers({ 'content-encoding': 'gzip', 'cache-control': keep })
        .send(content);
    },
  );
}
