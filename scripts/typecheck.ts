import { runTogether } from './run.ts';

/** Type-checks each floor under its own rules, all at once: the contract knows neither browser nor Node. */
const floors = ['src/contract', 'src/server', 'src/web', 'src/worker', 'packages/sdk', '.'];

/** What the last run found out about files that have not changed. */
const known = (floor: string) => `node_modules/.cache/types/${floor.replaceAll(/\W/g, '-')}.tsbuildinfo`;

// A floor takes one checker: several would each read the same types, and the floors share the cores already.
process.exitCode = await runTogether(
  floors.map((floor) => ['tsc', '-p', floor, '--incremental', '--checkers', '1', '--tsBuildInfoFile', known(floor)]),
);
