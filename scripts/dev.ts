import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { root, runTogether } from './run.ts';

const settings = ['.env', '.env.example'].map((name) => resolve(root, name)).find((file) => existsSync(file));
if (settings) process.loadEnvFile(settings);

// The server restarts on each change; Vite serves the page on a port of its own and passes calls on to the server. The server
// insists on a built page, so that comes first.
const built =
  existsSync(resolve(root, 'dist/web/index.html')) || (await runTogether([['tsx', 'scripts/build.ts']])) === 0;
process.exitCode = built
  ? await runTogether([
      ['tsx', 'watch', '--clear-screen=false', '--tsconfig', 'src/server/tsconfig.json', 'src/server/main.ts'],
      ['vite'],
    ])
  : 1;
