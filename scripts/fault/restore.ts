import { run } from '../run.ts';
import { playMatrix } from './restore/matrix.ts';
import { findPrograms, missingVersions } from './restore/places.ts';

/**
 * `npm run fault:restore`: saves and restores a demo with texts in 15 scripts between one PostgreSQL of each version
 * on this machine, with the locales C, C.UTF-8 and ICU, in every direction. `POSTGRES_BIN` names folders with `initdb` and
 * `postgres`, separated by colons; the one of the packages and Debian's are found. Exit code 1 when a restore fails
 * or differs.
 */
const programs = findPrograms();
for (const { bin, version } of programs) console.log(`PostgreSQL ${version} in ${bin}`);
for (const major of missingVersions(programs))
  console.log(`PostgreSQL ${major} is skipped: none is installed; name its folder of programs in POSTGRES_BIN`);

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const { places, restores, problems } = await playMatrix(programs, (line) => console.log(line));
console.log(`${restores} restores between ${places.length} places, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
