import type { endpoints } from '../generated/atrium.ts';

/** What a call takes and gives. */
export interface Command {
  endpoint: keyof typeof endpoints;
  summary: string;
  /** The codes of its own refusals. */
  refusals: readonly string[];
  fields: Readonly<Record<string, Field>>;
  /** The fields of a row, or of the answer. */
  columns: readonly string[];
  isList?: true;
  /** Of a list that has pages: the field that continues it. */
  place?: 'cursor' | 'after';
}

export interface Field {
  in: 'path' | 'query' | 'body';
  required: boolean;
  /** It may also be null. */
  none?: true;
  /** If only these are taken. */
  values?: readonly string[];
  /** It is a list, which the command line takes as JSON. */
  json?: true;
}

/** The command was called in a way that it cannot be called: nothing was sent. */
export class UsageError extends Error {}

/** Where a command runs. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** What relative names of files start from. */
  folder: string;
  readInput: () => Promise<string>;
  /** @throws what the reader of a pipe that has gone makes of it */
  write: (text: string) => Promise<void>;
  complain: (text: string) => void;
}
