import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  /** What vite.config.ts calls it. */
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

export type Chunks = Record<string, Chunk>;

/** Which chunk the build has made of which source. */
export function readChunks(webFolder: string): Chunks {
  const file = join(webFolder, '.vite/manifest.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Chunks) : {};
}

/** A chunk and all that it imports. */
function withImports(chunks: Chunks, first: Chunk | undefined): Chunk[] {
  const found = new Set<Chunk>();
  const follow = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const next of chunk.imports ?? []) follow(chunks[next]);
  };
  follow(first);
  return [...found];
}

/** The file of a chunk and all that it imports. */
export function filesOf(chunks: Chunks, name: string): string[] {
  const first = Object.values(chunks).find((chunk) => chunk.name === name && chunk.file.endsWith('.js'));
  return withImports(chunks, first).map(({ file }) => file);
}

/** Code and styles that the page itself names, as addresses. */
export function filesOfPage(chunks: Chunks): string[] {
  const entry = Object.values(chunks).find(({ isEntry }) => isEntry);
  return withImports(chunks, entry).flatMap(({ file, css = [] }) => [file, ...css].map((each) => `/${each}`));
}
