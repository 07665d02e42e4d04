import { Visitor } from 'vite';
import type { Rule } from './rule.ts';
import { parse, type Finding, type SourceFile } from './source.ts';

/** Words that this project does not use, each with what it says instead. A pattern in `fine` is a right use of the word. */
interface Banned {
  word: RegExp;
  instead: string;
  fine?: RegExp;
  /** Files in which the word has another, right meaning. */
  where?: RegExp;
}

/** In everything that people read: images and idioms that a reader of another first language has to learn like a dialect. */
const bannedInTexts: readonly Banned[] = [
  { word: /\b(?:he|his|him|himself)\b/i, instead: 'they, the client, the agent, you' },
  { word: /\bhouses?\b/i, instead: 'the operator, the company, settings', fine: /house accounts?/i },
  { word: /\btold\b/i, instead: 'notified, said, reported' },
  { word: /\b(?:heard|hears?)\b/i, instead: 'receive, subscribe' },
  { word: /\bwish(?:es|ed)?\b/i, instead: 'request, preference, query' },
  { word: /\b(?:shuts? out|let in|lets in)\b/i, instead: 'block, unblock' },
  {
    word: /\bletters?\b/i,
    instead: 'email, or which letters of an alphabet',
    fine: /(?:Latin|Arabic|two|four|each|every|capital|other|lower-case|[Ss]mall|use)[ -]letters?|with a letter|letters? (?:and|or|by|in|of|only|outside|that|with)|alphabet|portrait/i,
  },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\breckon(?:s|ed|ing)?\b/i, instead: 'compute' },
];

/** In comments, docs, SQL and the subjects of commits. */
const bannedInProse: readonly Banned[] = [
  ...bannedInTexts,
  {
    word: /\brooms?\b/i,
    instead: 'module',
    fine: /chat|conversation|message|ticket|private-/i,
    where: /support|realtime|chat/,
  },
  { word: /\b(?:tells?|telling)\b/i, instead: 'notify, say, show, report' },
  // The aims of the benchmarks keep their wording.
  {
    word: /\b(?:nobody|somebody|whoever|whomever)\b/i,
    where: /benchmarks/,
    instead: 'name the subject: the client, a caller, staff',
  },
  { word: /\bmeanwhile\b/i, instead: 'since then, in the meantime' },
];

/** In names of what a file declares, and in file names. */
const bannedInNames: ReadonlyMap<string, string> = new Map([
  ['his', 'own'],
  ['him', 'person'],
  ['house', 'operator, settings; a house account of the ledger keeps its name'],
  ['told', 'notified'],
  ['heard', 'received'],
  ['wish', 'query, input, preference'],
  ['wishes', 'preferences'],
  ['anew', 'again'],
  ['nobody', 'none'],
  ['somebody', 'someone with a role'],
  ['whoever', 'the role'],
  ['letter', 'email'],
  ['proposal', 'approvalRequest'],
  ['proposals', 'approvalRequests'],
  ['desk', 'staff'],
  ['sealed', 'encrypted, chained'],
  ['unseal', 'decrypt'],
  ['reckon', 'compute'],
]);

/** The trade's house account; a letter of an alphabet. */
const fineNames = /house_?account|^letter(?:Spacing|head)?(?:\.ts)?$/i;

function findWords(words: readonly Banned[], { path, text }: SourceFile, from = 0): Finding[] {
  return words.flatMap(({ word, instead, fine, where }) => {
    if (where?.test(path)) return [];
    return [...text.matchAll(new RegExp(word, 'gi'))].flatMap(({ index, 0: found }) => {
      const around = text.slice(Math.max(0, index - 40), index + found.length + 40);
      return fine?.test(around) ? [] : [{ at: from + index, what: `“${found}”: say ${instead}` }];
    });
  });
}

const partsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _-]+/);

function findName(name: string, at: number): Finding[] {
  if (fineNames.test(name)) return [];
  return partsOf(name).flatMap((part) => {
    const instead = bannedInNames.get(part);
    return instead ? [{ at, what: `“${name}”: ${part} → ${instead}` }] : [];
  });
}

/** Names that a file declares: variables, parameters, functions, types, members. */
function findNames(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const note = (node: { type: string; name?: unknown; start: number } | null | undefined) => {
    if (node?.type === 'Identifier' && typeof node.name === 'string') found.push(...findName(node.name, node.start));
  };
  new Visitor({
    VariableDeclarator: ({ id }) => note(id),
    FunctionDeclaration: ({ id, params }) => [id, ...params].forEach((each) => note(each)),
    ArrowFunctionExpression: ({ params }) => params.forEach((each) => note(each)),
    Property: ({ key, computed }) => (computed ? undefined : note(key)),
    TSPropertySignature: ({ key }) => note(key),
    TSInterfaceDeclaration: ({ id }) => note(id),
    TSTypeAliasDeclaration: ({ id }) => note(id),
  }).visit(parse(file).program);
  return found;
}

const sqlComments = /--[^\n]*|comment on [^;]*;/g;

/** What each kind of file says in words. */
function proseOf(file: SourceFile): { text: string; at: number }[] {
  if (file.path.endsWith('.md'))
    return [{ text: file.text.replace(/`[^`\n]*`|```[^]*?```/g, (code) => ' '.repeat(code.length)), at: 0 }];
  if (file.path.endsWith('.sql'))
    return [...file.text.matchAll(sqlComments)].map(({ 0: text, index: at }) => ({ text, at }));
  return parse(file).comments.map(({ start, end }) => ({ text: file.text.slice(start, end), at: start }));
}

const isOwn = (path: string) => path.startsWith('test/rules/word-rules');

/** One word for a thing, and plain ones: what stands in code, SQL and docs is read by people of many first languages. */
export const wordRules: Rule[] = [
  {
    name: 'comments, SQL and docs use no private words',
    covers: (path) =>
      /^(?:src|test|e2e|scripts|packages)\/.*\.tsx?$|^migrations\/.*\.sql$|^(?:docs|packages)\/.*\.md$|^[A-Z]+\.md$/.test(
        path,
      ) && !isOwn(path),
    find: (file) => proseOf(file).flatMap(({ text, at }) => findWords(bannedInProse, { path: file.path, text }, at)),
    bad: [
      { path: 'src/web/x.ts', text: '/** What the house is told. */\nexport const a = 1;' },
      { path: 'docs/x.md', text: 'Whoever asks gets his answer.' },
      { path: 'migrations/0001_x.sql', text: "-- Rows.\ncomment on table x is 'What nobody reads.';" },
    ],
  },
  {
    name: 'English texts use no private words',
    covers: (path) => path.startsWith('locales/en/'),
    find: (file) => findWords(bannedInTexts, file),
    bad: [{ path: 'locales/en/x.json', text: '{ "x": "The client is told what he wishes." }' }],
  },
  {
    name: 'names use no private words',
    covers: (path) => /^(?:src|test|e2e|scripts|packages)\/.*\.tsx?$/.test(path) && !isOwn(path),
    find: (file) => [...findName(file.path.split('/').at(-1) ?? '', 0), ...findNames(file)],
    bad: [
      { path: 'src/server/x/y.ts', text: 'export const wishOf = (house: string) => house;' },
      { path: 'src/web/ipo/desk-page.ts', text: '' },
    ],
  },
];

/** Private words in subjects of commits, each with what it should say. */
export const wordsInSubjects = (subjects: readonly string[]): string[] =>
  subjects.flatMap((text) => findWords(bannedInProse, { path: '', text }).map(({ what }) => `${text}: ${what}`));
