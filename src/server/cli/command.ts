import type { Manifest } from '#server/platform/db/backup/archive.ts';
import type { Log } from '#server/platform/db/database.ts';

/** Commands speak to a person: only warnings and errors, as sentences. */
export const logOfCommand: Log = {
  info() {},
  warn: (_fields, message) => console.error(message),
  error: (_fields, message) => console.error(message),
};

/** A command was given words that it does not take; the message is its usage. */
export class Misuse extends Error {}

/**
 * Runs a command with its arguments and the folder it was called from. A failure prints one line and sets exit code 1,
 * or 2 for words that the command does not take.
 */
export async function runCommand(action: (words: string[], callerFolder: string) => Promise<void>): Promise<void> {
  try {
    await action(process.argv.slice(2), process.env['CALLER_FOLDER'] ?? process.cwd());
  } catch (error) {
    console.error(`atrium: ${(error as Error).message}`);
    process.exitCode = error instanceof Misuse ? 2 : 1;
  }
}

/** A command that the server has started ends with it, also when that is killed. */
export function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}

/** The content of an archive, for people. */
export function describe({ createdAt, atriumVersion, migrations, tables, files }: Manifest): string {
  const rows = tables.map(({ name, rows }) => `  ${rows.padStart(10)}  ${name}`).join('\n');
  const schema = migrations.at(-1)?.name ?? 'none';
  return `of ${createdAt}, Atrium ${atriumVersion}, schema ${schema}, ${files} files, rows:\n${rows}`;
}
