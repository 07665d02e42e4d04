import { runTogether } from './run.ts';

/** Type-checks each floor under its own rules, all at once: the contract knows neither browser nor Node. */
const floors = ['src/contract', 'src/server', 'src/web', 'src/worker', '.'];

process.exitCode = await runTogether(floors.map((floor) => ['tsc', '-p', floor]));
