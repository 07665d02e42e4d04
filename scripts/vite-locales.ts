import { basename, dirname } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/**
 * Turns a catalogue's source text into the catalogue the browser runs: every key prefixed by its room, every ICU message
 * parsed into tokens. JSON goes in and JSON comes out, so Vite's own JSON handling, splitting and reloading still apply.
 */
export function compileCatalogue(room: string, source: string): string {
  const texts = JSON.parse(source) as Record<string, string>;
  const compiled = Object.entries(texts).map(([key, text]) => [`${room}.${key}`, compileMessageOrThrow(text)]);
  return JSON.stringify(Object.fromEntries(compiled));
}

/** Compiles `locales/<language>/<room>.json` while bundling, so that no message parser is sent to the browser. */
export function locales(): Plugin {
  return {
    name: 'atrium-locales',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/[a-z]{2}\/[a-z-]+\.json$/ },
      handler(source, id) {
        try {
          return { code: compileCatalogue(basename(id, '.json'), source), map: null };
        } catch (error) {
          return this.error(`${basename(dirname(id))}/${basename(id)}: ${(error as Error).message}`);
        }
      },
    },
  };
}
