import { basename } from 'node:path';
import { Visitor, type ESTree } from 'vite';
import { isCode, isProduct, isTestFile, type Rule } from './rule.ts';
import { matches, parse, withoutComments, type Finding, type SourceFile } from './source.ts';

const modules = /^src\/server\/(?!platform\/|cli\/)[^/]+\//;
const drawer = /(Manager|Helpers?|Utils?|Base|Common|Impl|Misc)$/;

/** A rule that is a pattern over code without its comments. */
function forbid(name: string, pattern: RegExp, covers: Rule['covers'], ...bad: SourceFile[]): Rule {
  return { name, covers, find: (file) => matches(withoutComments(file), pattern, name), bad };
}

function findAny(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  new Visitor({ TSAnyKeyword: ({ start }) => void found.push({ at: start, what: 'any' }) }).visit(parse(file).program);
  return found;
}

function findCastsOfRoutes(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const look = ({ typeAnnotation: { start, end } }: ESTree.TSAsExpression | ESTree.TSTypeAssertion) => {
    const type = file.text.slice(start, end);
    if (/\b(?:Route|RequestOf)\b|['"`](?:GET|POST) \//.test(type)) found.push({ at: start, what: `cast: ${type}` });
  };
  new Visitor({ TSAsExpression: look, TSTypeAssertion: look }).visit(parse(file).program);
  return found;
}

function findDefaultExports(file: SourceFile): Finding[] {
  return parse(file).module.staticExports.flatMap(({ start, entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default') ? [{ at: start, what: 'default export' }] : [],
  );
}

function findForwardedExports(file: SourceFile): Finding[] {
  return parse(file).module.staticExports.flatMap(({ start, entries }) =>
    entries.some(({ moduleRequest }) => moduleRequest && /^[.#]/.test(moduleRequest.value))
      ? [{ at: start, what: 'hands on what is not its own' }]
      : [],
  );
}

function findMisnamed({ path }: SourceFile): Finding[] {
  const name = basename(path).replace(/(\.(test|spec|d))?\.tsx?$/, '');
  const good = path.endsWith('.tsx')
    ? /^([A-Z][A-Za-z0-9]*|[a-z][a-z0-9]*(-[a-z0-9]+)*)$/
    : /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
  const pascal = name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  if (!good.test(name)) return [{ at: 0, what: 'kebab-case for modules, PascalCase for components' }];
  return drawer.test(pascal) && pascal !== 'PersonalManager' ? [{ at: 0, what: 'a drawer, not a name' }] : [];
}

function findDrawers(file: SourceFile): Finding[] {
  const declared = /\b(?:function|const|let|class|interface|type)\s+(\w+)/g;
  return matches(withoutComments(file), declared, 'a drawer, not a name').filter(
    ({ what }) => drawer.test(what) && !/PersonalManager$/i.test(what),
  );
}

/** Rules about TypeScript. */
export const codeRules: Rule[] = [
  forbid(
    'names of people are not joined: read full_name, which knows the order',
    /(?:first|second)_?name(?: ?\|\||\} ?\$\{)[^\n`]*(?:first|second)_?name|concat_ws\([^)]*first_name[^)]*second_name/gi,
    isCode,
    { path: 'src/server/x/y.ts', text: "sql`select c.first_name || ' ' || c.second_name as name from person c`" },
    { path: 'src/web/x.tsx', text: 'export const name = `${me.firstName} ${me.secondName}`;' },
  ),
  {
    name: 'no any',
    covers: (path) => /\.tsx?$/.test(path),
    find: findAny,
    bad: [{ path: 'src/web/x.ts', text: 'export const x = (y: any) => y;' }],
  },
  {
    name: 'routes and requests are not cast: the contract checks them together',
    covers: (path) => /\.tsx?$/.test(path),
    find: findCastsOfRoutes,
    bad: [
      { path: 'src/web/x.ts', text: "call(route as 'POST /api/x', {});" },
      { path: 'src/web/x.ts', text: "call('POST /api/x', body as unknown as RequestOf<'POST /api/x'>);" },
      { path: 'src/server/x.test.ts', text: 'server.call(`GET /api/${name}` as Route);' },
      { path: 'test/x.ts', text: "server.call(`POST /api/${name}` as `POST /api/${'x' | 'y'}`);" },
    ],
  },
  {
    name: 'no default exports',
    covers: isCode,
    find: findDefaultExports,
    bad: [{ path: 'src/web/x.ts', text: 'export default 1;' }],
  },
  {
    name: 'no barrels',
    covers: isCode,
    find: findForwardedExports,
    bad: [{ path: 'src/web/index.ts', text: "export { a } from './a.ts';" }],
  },
  {
    name: 'file names are kebab-case, components PascalCase, and never drawers',
    covers: isCode,
    find: findMisnamed,
    bad: [{ path: 'src/server/auth/token-utils.ts', text: '' }],
  },
  {
    name: 'no Manager, Helper, Util, Base, Common, Impl',
    covers: isProduct,
    find: findDrawers,
    bad: [{ path: 'src/server/auth/x.ts', text: 'export class TokenHelper {}' }],
  },
  {
    name: 'no file over 400 lines',
    covers: (path) => /\.(tsx?|css)$/.test(path) && !path.includes('/generated/'),
    find: ({ text }) => (text.split('\n').length > 401 ? [{ at: text.length, what: 'too long' }] : []),
    bad: [{ path: 'src/server/x.ts', text: '\n'.repeat(500) }],
  },
  {
    name: 'every test file expects something',
    covers: isTestFile,
    find: ({ text }) => (/\bexpect\b/.test(text) ? [] : [{ at: 0, what: 'no expect' }]),
    bad: [{ path: 'src/server/x.test.ts', text: "it('works', () => {});" }],
  },
  forbid(
    'rooms ask the clock of the app',
    /\bDate\.now\(|\bnew Date\(\)/g,
    (path) => isProduct(path) && modules.test(path),
    { path: 'src/server/auth/x.ts', text: 'const now = new Date();' },
  ),
  forbid(
    'settings are read from the environment in config.ts only',
    /\bprocess\.env\s*[.[](?!'(?:PATH|HOME|CALLER_FOLDER)'\])/g,
    (path) => isProduct(path) && basename(path) !== 'config.ts',
    { path: 'src/server/auth/x.ts', text: 'const port = process.env.PORT;' },
  ),
  forbid(
    'no console in the server: it logs through app.log, and only its command lines print',
    /\bconsole\.\w+/g,
    (path) => isProduct(path) && path.startsWith('src/server/') && !path.startsWith('src/server/cli/'),
    { path: 'src/server/auth/x.ts', text: 'console.log(1);' },
  ),
  forbid(
    'the browser’s console hears of errors and warnings only',
    /\bconsole\.(?!(?:error|warn)\b)\w+/g,
    (path) => isProduct(path) && path.startsWith('src/web/'),
    { path: 'src/web/x.ts', text: 'console.log(1);' },
  ),
  {
    name: 'nothing is left for later',
    covers: (path) => /^(src|test|e2e|scripts|migrations)\//.test(path) && path !== 'test/rules/code-rules.ts',
    find: ({ text }) => matches(text, /\b(?:TODO|FIXME|HACK)\b/g, 'left for later'),
    bad: [{ path: 'src/web/x.ts', text: '// TODO: later' }],
  },
  forbid(
    'calls are bound by handle(), so that each has a guard of the contract',
    /\bhttp\s*\.\s*(?:get|post|put|patch|delete|head|options|all|route)\(/g,
    (path) => isProduct(path) && path.startsWith('src/server/') && !path.startsWith('src/server/platform/http/'),
    { path: 'src/server/wallets/x.ts', text: "app.http.post('/api/x', async () => ({}));" },
  ),
];
