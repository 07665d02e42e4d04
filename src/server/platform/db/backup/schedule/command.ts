import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';

/** Enough for the last words of a command. */
const keptCharacters = 4000;

export interface BackupCommand {
  /** @throws Error with the sentence that the command ended with */
  run(): Promise<void>;
  /** Kills a run under way. What it leaves is no backup. */
  stop(): void;
}

/**
 * The command bin/backup in a process of its own: a backup reads the whole database, and its memory and work must not
 * be those of the calls. It ends with this process.
 * @param folder that of the project
 * @param env by default the settings of this process
 */
export function backupCommand(folder: string, env?: NodeJS.ProcessEnv): BackupCommand {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const words = isBuilt
    ? ['--enable-source-maps', resolve(folder, 'dist/server/cli/backup.js')]
    : ['--import', 'tsx', resolve(folder, 'src/server/cli/backup.ts')];
  let child: ChildProcess | undefined;
  let isStopped = false;
  return {
    async run() {
      if (isStopped) throw new Error('Atrium stops, so no backup is made.');
      const started = spawn(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      child = started;
      let said = '';
      started.stderr
        ?.setEncoding('utf8')
        .on('data', (text: string) => void (said = (said + text).slice(-keptCharacters)));
      const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done, fail) => {
        started.once('error', fail);
        started.once('close', (...ended) => done(ended));
      }).finally(() => (child = undefined));
      if (code === 0) return;
      if (isStopped) throw new Error('Atrium was stopped during the backup.');
      throw new Error(sentenceIn(said) ?? `The command of the backup ended with ${signal ?? code}.`);
    },
    stop() {
      isStopped = true;
      child?.kill('SIGKILL');
    },
  };
}

/** A command that fails ends with one sentence behind its name. */
function sentenceIn(said: string): string | undefined {
  const lines = said.split('\n').filter((line) => line.startsWith('atrium: '));
  return lines.at(-1)?.slice('atrium: '.length);
}
