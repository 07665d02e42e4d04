import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError, type Surroundings } from './command.ts';

/** The address and the key of an installation. Other processes would see a key in the arguments, so it is none. */
export async function readConnection({ env, folder }: Surroundings): Promise<{ url: string; key: string }> {
  const url = env['ATRIUM_URL'];
  if (!url || !URL.canParse(url))
    throw new UsageError('ATRIUM_URL must be the address of the client area, such as https://clients.example.com.');
  const key = env['ATRIUM_KEY'] || (await keyInFile(env['ATRIUM_KEY_FILE'], folder));
  if (!key)
    throw new UsageError(
      'There is no API key. Put it into ATRIUM_KEY, or into a file that only you can read, and name the file in ATRIUM_KEY_FILE.',
    );
  return { url, key };
}

async function keyInFile(name: string | undefined, folder: string): Promise<string | undefined> {
  if (!name) return undefined;
  const file = await open(resolve(folder, name)).catch(() => undefined);
  if (!file) throw new UsageError(`The file of ATRIUM_KEY_FILE cannot be read: ${name}`);
  try {
    // Asked of the open file, which is the one that is read.
    const { mode } = await file.stat();
    if (mode & 0o077) throw new UsageError(`Others can read the file of ATRIUM_KEY_FILE. Run: chmod 600 ${name}`);
    return (await file.readFile('utf8')).trim();
  } finally {
    await file.close();
  }
}
