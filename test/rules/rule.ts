import type { Finding, SourceFile } from './source.ts';

/** A rule of the repository. Each of `bad` is a small file that breaks it: a rule that cannot fail protects nothing. */
export type Rule = {
  name: string;
  covers: (path: string) => boolean;
  find: (file: SourceFile, files: SourceFile[]) => Finding[];
  bad: SourceFile[];
};

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

export const isCode = (path: string) => /^src\/.*\.tsx?$/.test(path);
/** A stand-in keeps to the wire of its provider, with the provider's numbers and its own clock. */
const isStandIn = (path: string) => path.startsWith('src/server/demo/stand-ins/');
export const isProduct = (path: string) => isCode(path) && !isTest(path) && !isStandIn(path);
export const isTestFile = isTest;
