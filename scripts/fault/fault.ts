import type { AdapterName } from '../certify/certify.ts';

/** A fault that a test run has to find: edits of the product, and the part of the run that finds them. */
export interface Fault {
  name: string;
  edits: readonly Edit[];
  /**
   * A command, or trials of an adapter whose line holds the words, or the journeys of a file of `e2e`, or those of them
   * whose title has these words.
   */
  found:
    | { by: readonly string[] }
    | { adapter: AdapterName; line: string }
    | { spec: string; title: string; onlyFull?: true };
}

/** `find` occurs once in the file. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}
