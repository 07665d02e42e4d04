import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isLanguage } from '#contract/kernel/languages.ts';
import { notFound } from '../../refusal.ts';
import type { Catalogues } from '../../text.ts';

/** Texts that only the server uses: responses and emails. */
const serverOnly = new Set(['errors', 'emails']);

export interface TextAddress {
  version: string;
  language: string;
  module: string;
}

export const addressOfTexts = ({ version, language, module }: TextAddress) =>
  `/texts/${version}/${language}/${module}.json`;

/** The browser's texts, one file per module and language; each is compiled and compressed once. */
export function serveCatalogues(http: FastifyInstance, catalogues: Catalogues): void {
  const packed = new Map<string, Buffer>();
  http.get<{ Params: TextAddress }>('/texts/:version/:language/:module.json', async (request, reply) => {
    const { language, module, version } = request.params;
    const messages = isLanguage(language) && !serverOnly.has(module) ? catalogues.module(language, module) : undefined;
    if (!messages) throw notFound();
    const key = `${language}/${module}`;
    const content = packed.get(key) ?? gzipSync(JSON.stringify(messages), { level: 9 });
    packed.set(key, content);
    // A page that is older than the texts still gets them, but must not cache them under its version.
    const store = version === catalogues.version ? 'public, max-age=31536000, immutable' : 'no-cache';
    return reply
      .type('application/json; charset=utf-8')
      .headers({ 'content-encoding': 'gzip', 'cache-control': store })
      .send(content);
  });
}
