import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The official schemas, which are no part of this project: they may stand in a folder beside it. */
const schemas = fileURLToPath(new URL('../../../shared/data/iso20022/', import.meta.url));

/**
 * Holds a file against the official schema. Says so where the schema or the tool is missing, since then nothing is checked.
 * @throws Error with the words of xmllint for a file that is not valid
 */
export function validate(
  xml: string,
  message: 'pain.001.001.09' | 'pain.002.001.10' | 'camt.053.001.08' | 'camt.054.001.08',
): void {
  const schema = join(schemas, `${message}.xsd`);
  if (!existsSync(schema)) {
    console.warn(
      `${message}.xsd (from iso20022.org) is missing in ../shared/data/iso20022, so no file was held against it`,
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'atrium-iso20022-'));
  const file = join(folder, 'file.xml');
  writeFileSync(file, xml);
  try {
    execFileSync('xmllint', ['--nonet', '--noout', '--schema', schema, file], { stdio: 'pipe' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.warn(
      'xmllint is missing, so no file was held against its schema (on Debian: apt-get install libxml2-utils)',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
