import { resolve } from 'node:path';
import {
  isClassDeclaration,
  isFunctionDeclaration,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, SymbolFlags, type Checker, type Project, type Symbol as TypedSymbol } from 'typescript/unstable/sync';

const root = resolve(import.meta.dirname, '../..');

/** The server's source as the compiler sees it. */
export interface Source {
  checker: Checker;
  files: SourceFile[];
  /** The symbol that a name stands for, imports followed to where it is declared. */
  symbolOf: (name: Node) => TypedSymbol | undefined;
  /** Where a symbol is declared. */
  declarationOf: (symbol: TypedSymbol | undefined) => Node | undefined;
  /** The functions, constants and classes that these names stand for. */
  declarationsOf: (names: readonly Node[]) => Node[];
  /** The strings that an expression may be, by its type. */
  literalsOf: (value: Node) => string[];
  /** Whether a value is SQL, to be put into a statement as it is. */
  isSql: (value: Node) => boolean;
  /** File and line, from the root of the project. */
  placeOf: (node: Node) => string;
}

/** Opens the server's project in the compiler; `close` ends the compiler. */
export function openSource(): Source & { close: () => void } {
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProjects: [resolve(root, 'src/server/tsconfig.json')] }).getProjects();
  if (!project) throw new Error('the compiler did not open the project of the server');
  return { ...sourceOf(project), close: () => api.close() };
}

function sourceOf(project: Project): Source {
  const { checker, program } = project;
  const isOwn = (path: string) => path.includes('/src/server/') && !/\.test\.tsx?$/.test(path);
  const files = project.rootFiles
    .filter(isOwn)
    .map((path) => program.getSourceFile(path))
    .filter((file) => file !== undefined);
  const known = new Map<number, TypedSymbol>();
  const declaredBy = (symbol: TypedSymbol): TypedSymbol => {
    if (!(symbol.flags & SymbolFlags.Alias)) return symbol;
    const aliased = known.get(symbol.id) ?? checker.getAliasedSymbol(symbol);
    known.set(symbol.id, aliased);
    return aliased;
  };
  const symbolOf = (name: Node) => {
    const symbol = checker.getSymbolAtLocation(name);
    return symbol && declaredBy(symbol);
  };
  return {
    checker,
    files,
    symbolOf,
    declarationOf: (symbol) => (symbol?.valueDeclaration ?? symbol?.declarations[0])?.resolve(project),
    declarationsOf: (names) => {
      const symbols = names.length === 0 ? [] : checker.getSymbolAtLocation(names);
      return [...new Set(symbols.map((symbol) => symbol && declaredBy(symbol)))]
        .map((symbol) => symbol?.valueDeclaration)
        .flatMap((handle) => (handle && isOwn(handle.path) ? [handle.resolve(project)] : []))
        .filter((node) => node !== undefined)
        .filter((node) => isFunctionDeclaration(node) || isVariableDeclaration(node) || isClassDeclaration(node));
    },
    literalsOf: (value) => {
      const type = checker.getTypeAtLocation(value);
      const types = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
      return types.flatMap((each) => (each?.isStringLiteralType() ? [each.value] : []));
    },
    isSql: (value) => {
      const type = checker.getTypeAtLocation(value);
      return type !== undefined && /\bSql\b/.test(checker.typeToString(type));
    },
    placeOf: (node) => {
      const file = node.getSourceFile();
      const line = file.text.slice(0, node.getStart()).split('\n').length;
      return `${file.fileName.slice(root.length + 1)}:${line}`;
    },
  };
}
