import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command whose output is a terminal: what is written to it is typed there. */
const atTerminal = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

export const hasTerminal = spawnSync('python3', ['-c', 'import os,pty; os.waitstatus_to_exitcode']).status === 0;

export interface Terminal {
  /** All that was written, with the signs that move the cursor. */
  output(): string;
  /** What a person reads there: of a rewritten line, the last version. */
  lines(): string[];
  type(keys: string): void;
  ended: Promise<number | null>;
}

export function openTerminal(command: string[], cwd: string, env: Record<string, string>): Terminal {
  const child: ChildProcess = spawn('python3', ['-c', atTerminal, ...command], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (output += part));
  return {
    output: () => output,
    lines: () => output.split(/\r?\n/).map((line) => (line.split('\r\u001B[2K').at(-1) ?? '').trimEnd()),
    type: (keys) => void child.stdin?.write(keys),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}
