import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { readStored } from '#server/platform/people/personal-data.ts';
import type { Person } from '#server/platform/session/session.ts';

/** The version of the format in docs/accounts.md. It grows when a field is renamed or removed. */
const formatVersion = 1;

/**
 * All stored data of a client as JSON, of one moment, compressed with gzip. Rows go from the database straight into the
 * compressor, so years of deals take little memory and a slow reader holds no transaction.
 */
export async function writeJson(app: App, client: Pick<Person, 'id' | 'brand'>): Promise<Buffer> {
  const parts: Buffer[] = [];
  await app.db.snapshot((tx) =>
    pipeline(Readable.from(spell(app, tx, client)), createGzip(), async (packed: AsyncIterable<Buffer>) => {
      for await (const part of packed) parts.push(part);
    }),
  );
  return Buffer.concat(parts);
}

async function* spell(
  { clock, settings, personalData }: App,
  tx: Tx,
  { id, brand }: Pick<Person, 'id' | 'brand'>,
): AsyncGenerator<string> {
  const issuer = settings.brand(brand).name;
  const head = { format: 'atrium-personal-data', version: formatVersion, issuer, made_at: clock.now() };
  yield `${JSON.stringify(head).slice(0, -1)},"sections":{`;
  for (const [index, { section, lists }] of personalData.sections().entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(section)}:{`;
    for (const [nth, list] of lists.entries()) {
      yield `${nth === 0 ? '' : ','}\n ${JSON.stringify(list.name)}:[`;
      let before = '';
      for await (const row of readStored(tx, list, id)) {
        yield `${before}\n  ${JSON.stringify(row)}`;
        before = ',';
      }
      yield ']';
    }
    yield '}';
  }
  yield '}}\n';
}
