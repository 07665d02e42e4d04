import { importsOf, parse, projectFiles, type SourceFile } from './rules/source.ts';

const files = new Map(projectFiles().map((file) => [file.path, file]));
const isProduct = (path: string) => /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
/** Layers that every module shares. */
const isShared = (path: string) =>
  /^src\/(?:contract\/kernel|server\/(?:platform|ledger)|web\/(?:platform|ui))\//.test(path);

type Tree = { type: string; [key: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && 'type' in value;

/** The nodes right below; names of properties are no references. */
function below(node: Tree): Tree[] {
  const skipped = node['computed']
    ? undefined
    : node.type === 'MemberExpression'
      ? 'property'
      : node.type === 'Property'
        ? 'key'
        : undefined;
  return Object.entries(node).flatMap(([key, value]) => (key === skipped ? [] : [value].flat().filter(isTree)));
}

const within = (node: Tree): Tree[] => [node, ...below(node).flatMap(within)];
const namesIn = (node: Tree) =>
  within(node).flatMap((each) => (each.type === 'Identifier' ? [String(each['name'])] : []));

/** The functions and values of a file by name. */
function declaredIn(file: SourceFile): Map<string, Tree> {
  const statements = (parse(file).program as unknown as { body: Tree[] }).body.map((each) =>
    each.type === 'ExportNamedDeclaration' && isTree(each['declaration']) ? each['declaration'] : each,
  );
  return new Map(
    statements.flatMap((each): [string, Tree][] => {
      const parts =
        each.type === 'VariableDeclaration'
          ? (each['declarations'] as Tree[])
          : each.type === 'FunctionDeclaration'
            ? [each]
            : [];
      return parts.flatMap((part): [string, Tree][] =>
        isTree(part['id']) ? [[String(part['id']['name']), part]] : [],
      );
    }),
  );
}

/** What a file imports for more than its types: name here → file and name there. */
function importedBy(file: SourceFile): Map<string, { path: string; name: string }> {
  const targets = new Map(importsOf(file).map(({ at, target }) => [at, target]));
  return new Map(
    parse(file).module.staticImports.flatMap(({ start, entries }) =>
      entries.flatMap(({ isType, localName, importName }): [string, { path: string; name: string }][] =>
        isType ? [] : [[localName.value, { path: targets.get(start) ?? '', name: importName.name ?? '' }]],
      ),
    ),
  );
}

/** Adds the files of the modules that run what these nodes name. */
function follow(path: string, nodes: readonly Tree[], seen: Set<string>): void {
  const file = files.get(path);
  if (!file) return;
  const [declared, imported] = [declaredIn(file), importedBy(file)];
  for (const name of new Set(nodes.flatMap(namesIn))) {
    const there = imported.get(name) ?? { path, name };
    const target = files.get(there.path);
    const node =
      target && !isShared(there.path) && isProduct(there.path) ? declaredIn(target).get(there.name) : undefined;
    const key = `${there.path} ${there.name}`;
    if (!node || (there.path === path && !declared.has(name)) || seen.has(key)) continue;
    seen.add(key);
    follow(there.path, [node], seen);
  }
}

/**
 * The product's own files from a click to the row: those that send the call, declare it and register it, and those
 * whose functions its handler reaches. The shared layers and the contract's names are not counted.
 */
export function filesOfAct(name: string, route: string): string[] {
  const product = [...files.values()].filter(({ path }) => isProduct(path));
  const sending = product.filter(({ path, text }) => path.startsWith('src/web/') && text.includes(`'${route}'`));
  const declaring = product.filter(
    ({ path, text }) => path.startsWith('src/contract/') && text.includes(`\n  '${name}': {`),
  );
  const handling = product.filter(({ path, text }) => path.endsWith('routes.ts') && text.includes(`(app, '${name}',`));
  const seen = new Set<string>();
  for (const file of handling) {
    const calls = within(parse(file).program as unknown as Tree).filter(
      ({ type, arguments: given }) =>
        type === 'CallExpression' &&
        (given as Tree[]).some((each) => each.type === 'Literal' && each['value'] === name),
    );
    follow(file.path, calls, seen);
  }
  const own = `src/server/${name.split('.')[0]}/`;
  const reached = [...seen].map((key) => key.split(' ')[0] ?? '').filter((path) => path.startsWith(own));
  return [...new Set([...[...sending, ...declaring, ...handling].map(({ path }) => path), ...reached])].toSorted();
}
