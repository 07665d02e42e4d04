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
export const isProduct = (path: string) => isCode(path) && !isTest(path);
export const isTestFile = isTest;
