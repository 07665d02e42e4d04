import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { parseSync, type ParseResult } from 'vite';

/** A file of the project; `path` is relative to its root, with forward slashes. */
export type SourceFile = { path: string; text: string };

/** What a rule found, at a character of the file. */
export type Finding = { at: number; what: string };

/** An import of another module. `target` is a path in the project, or the package's name as written. */
export type Import = { at: number; specifier: string; target: string; typeOnly: boolean };

const root = resolve(import.meta.dirname, '../..');
const binary = /\.(png|woff2|ico|gz|br)$/;
const parsed = new Map<string, ParseResult>();

/** Every text file that git tracks or would track. */
export function projectFiles(): SourceFile[] {
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return listing
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !binary.test(path) && existsSync(resolve(root, path)))
    .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }));
}

/** Subjects of the commits after one; undefined where git does not have it. */
export function subjectsSince(commit: string): string[] | undefined {
  const { status, stdout } = spawnSync('git', ['log', '--format=%s', `${commit}..HEAD`], { cwd: root });
  return status === 0 ? stdout.toString().split('\n') : undefined;
}

/** The syntax tree and the module record of a TypeScript file. */
export function parse({ path, text }: SourceFile): ParseResult {
  const known = parsed.get(text);
  if (known) return known;
  const result = parseSync(path, text);
  parsed.set(text, result);
  return result;
}

/** Everything that a file imports or exports on, also by `import('…')`. */
export function importsOf(file: SourceFile): Import[] {
  const { staticImports, staticExports, dynamicImports } = parse(file).module;
  const found = [
    ...staticImports.map(({ start, moduleRequest, entries }) => ({
      at: start,
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ start, moduleRequest, isType }) =>
        moduleRequest ? [{ at: start, specifier: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...dynamicImports.map(({ start, moduleRequest }) => ({
      at: start,
      specifier: file.text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      typeOnly: false,
    })),
  ];
  return found.map((each) => ({ ...each, target: targetOf(each.specifier, file.path) }));
}

/** The path in the project that an import names, or the package's name as written. */
export function targetOf(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return specifier.replace(/^#(contract|server|web)\//, 'src/$1/').replace(/^#test\//, 'test/');
}

/** Findings for each match of a pattern; the first group, where there is one, marks the place. */
export function matches(text: string, pattern: RegExp, what: string): Finding[] {
  return [...text.matchAll(pattern)].map((match) => ({
    at: match.index + (match[1] === undefined ? 0 : match[0].indexOf(match[1])),
    what: `${what}: ${(match[1] ?? match[0]).trim()}`,
  }));
}

/** The text with comments blanked out, so that places stay where they are. */
export function withoutComments(file: SourceFile): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ');
  if (!/\.tsx?$/.test(file.path)) return file.text.replace(/\/\*[^]*?\*\//g, blank);
  return parse(file).comments.reduce(
    (text, { start, end }) => text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end),
    file.text,
  );
}

/** `src/web/ui/forms/Field.tsx:12 what is wrong`. */
export function describeFinding(file: SourceFile, { at, what }: Finding): string {
  return `${file.path}:${file.text.slice(0, at).split('\n').length} ${what}`;
}
