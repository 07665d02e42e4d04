import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Holds a file against the official schema. Says so where the tool is missing, since then nothing is checked.
 * @throws Error with the words of xmllint for a file that is not valid
 */
export function validate(xml: string, message: 'pain.001.001.09'): void {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-iso20022-'));
  const file = join(folder, 'file.xml');
  writeFileSync(file, xml);
  const schema = new URL(`./${message}.xsd`, import.meta.url).pathname;
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
