import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { root, runTogether } from './run.ts';

/** The server restarts on each change; Vite serves the page on its own port and passes calls on to the server. */
const settings = ['.env', '.env.example'].find((name) => existsSync(resolve(root, name)));

process.exitCode = await runTogether([
  ['tsx', 'watch', '--clear-screen=false', ...(settings ? [`--env-file=${settings}`] : []), 'src/server/main.ts'],
  ['vite'],
]);
