import { text } from 'node:stream/consumers';
import type { Surroundings } from './command.ts';

/** This process, with names of files from a folder on. */
export function here(folder: string): Surroundings {
  // The one who writes gets the error; without a listener it would also end the process.
  process.stdout.on('error', () => {});
  return {
    env: process.env,
    folder,
    readInput: () => text(process.stdin),
    write: (output) =>
      new Promise((resolve, reject) => {
        process.stdout.write(output, (error) => (error ? reject(error) : resolve()));
      }),
    complain: (output) => process.stderr.write(output),
  };
}
