import { here } from '#sdk/cli/here.ts';
import { main } from '#sdk/cli/main.ts';

/** The command line of the operator’s API, as the SDK has it. */
process.exitCode = await main(process.argv.slice(2), here(process.env['CALLER_FOLDER'] ?? process.cwd()));
