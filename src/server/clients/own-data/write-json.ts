import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { readKept } from '#server/platform/personal-data.ts';

/** The form of the file, as docs/accounts.md describes it. It grows with a field that is renamed or left out. */
const formatVersion = 1;

/**
 * Everything that is kept about somebody as JSON, of one moment, packed by gzip: rows go from the database into the packer, so
 * that years of deals take little memory and a slow reader holds no transaction.
 */
export async function writeJson(app: App, clientId: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  await app.db.snapshot((tx) =>
    pipeline(Readable.from(spell(app, tx, clientId)), createGzip(), async (packed: AsyncIterable<Buffer>) => {
      for await (const part of packed) parts.push(part);
    }),
  );
  return Buffer.concat(parts);
}

async function* spell({ clock, house, personalData }: App, tx: Tx, clientId: string): AsyncGenerator<string> {
  const issuer = house.brand().name;
  const head = { format: 'atrium-personal-data', version: formatVersion, issuer, made_at: clock.now() };
  yield `${JSON.stringify(head).slice(0, -1)},"sections":{`;
  for (const [place, { section, lists }] of personalData.sections().entries()) {
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(section)}:{`;
    for (const [nth, list] of lists.entries()) {
      yield `${nth === 0 ? '' : ','}\n ${JSON.stringify(list.name)}:[`;
      let before = '';
      for await (const row of readKept(tx, list, clientId)) {
        yield `${before}\n  ${JSON.stringify(row)}`;
        before = ',';
      }
      yield ']';
    }
    yield '}';
  }
  yield '}}\n';
}
