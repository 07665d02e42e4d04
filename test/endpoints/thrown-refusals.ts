import {
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  type CallExpression,
  type Node,
} from 'typescript/unstable/ast';
import { api, type EndpointName } from '#contract/api.ts';
import { refusals, type RefusalCode } from '#contract/refusals.ts';
import type { Source } from '../statements/source.ts';

/** Which argument names the refusal. */
const codeAt: Record<string, number> = { refuse: 0, refuseUntil: 0, fieldError: 0, Refusal: 0, refuseField: 1 };
const home = 'src/server/platform/refusal.ts';
/** Applies what the contract says of an endpoint; what it refuses is derived from there. */
const guard = 'src/server/platform/http/handle.ts';

/** What the code of one declaration throws by itself, and the declarations that it names. */
interface Part {
  codes: Set<RefusalCode>;
  names: Node[];
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(api, name);
const isRefusal = (name: unknown): name is RefusalCode => typeof name === 'string' && Object.hasOwn(refusals, name);

/**
 * Which refusals the code behind each endpoint may throw: those in its handler, and in every function and constant that
 * the handler names, and so on. What a handler gets at run time, such as a function in a map that others fill, is not
 * seen.
 */
export function thrownRefusals(source: Source): Map<EndpointName, Set<RefusalCode>> {
  const partOf = remembered((declaration: Node) => readPart(source, declaration));
  const thrown = new Map<EndpointName, Set<RefusalCode>>();
  for (const [name, roots] of handlersOf(source)) {
    const codes = new Set<RefusalCode>();
    const seen = new Set<Node>();
    for (const open = [...roots]; open.length > 0;) {
      const next = open.pop();
      if (!next || seen.has(next)) continue;
      seen.add(next);
      const part = partOf(next);
      for (const code of part.codes) codes.add(code);
      open.push(...part.names);
    }
    thrown.set(name, codes);
  }
  return thrown;
}

function remembered<Value>(read: (node: Node) => Value): (node: Node) => Value {
  const known = new Map<Node, Value>();
  return (node) => {
    const value = known.get(node) ?? read(node);
    known.set(node, value);
    return value;
  };
}

const descendants = (node: Node, visit: (node: Node) => void): void => {
  visit(node);
  node.forEachChild((child) => descendants(child, visit));
};

const calleeOf = (node: Node): string | undefined =>
  (isCallExpression(node) || isNewExpression(node)) && isIdentifier(node.expression) ? node.expression.text : undefined;

const isWithin = (node: Node, whole: Node): boolean =>
  node.pos >= whole.pos && node.end <= whole.end && node.getSourceFile() === whole.getSourceFile();

function readPart(source: Source, declaration: Node): Part {
  const identifiers: Node[] = [];
  const codes = new Set<RefusalCode>();
  const place = source.placeOf(declaration);
  if (place.startsWith(guard)) return { codes, names: [] };
  const isHome = place.startsWith(home);
  descendants(declaration, (node) => {
    if (isIdentifier(node)) identifiers.push(node);
    if (!isCallExpression(node) && !isNewExpression(node)) return;
    const at = codeAt[calleeOf(node) ?? ''];
    const code = at === undefined ? undefined : node.arguments?.[at];
    if (code && (!isHome || isStringLiteral(code))) for (const each of literalsOf(source, code)) codes.add(each);
  });
  const names = isHome ? [] : source.declarationsOf(identifiers).filter((node) => !isWithin(node, declaration));
  return { codes, names };
}

/** The codes that an expression may be, by its type. What may be any code was made by another call, which is read there. */
function literalsOf(source: Source, expression: Node): RefusalCode[] {
  if (isStringLiteral(expression)) return isRefusal(expression.text) ? [expression.text] : [];
  const codes = source.literalsOf(expression).filter(isRefusal);
  return codes.length === Object.keys(refusals).length ? [] : codes;
}

/** The handler of each endpoint: what is given to `handle`, or to a function that passes its own arguments on to it. */
function handlersOf(source: Source): Map<EndpointName, Node[]> {
  const calls: CallExpression[] = [];
  const binders = new Set(['handle']);
  for (const file of source.files) {
    file.forEachChild((declaration) =>
      descendants(declaration, (node) => {
        if (!isCallExpression(node)) return;
        calls.push(node);
        const passesOn = calleeOf(node) === 'handle' && node.arguments[1] && isIdentifier(node.arguments[1]);
        if (passesOn && isFunctionDeclaration(declaration) && declaration.name) binders.add(declaration.name.text);
      }),
    );
  }
  const handlers = new Map<EndpointName, Node[]>();
  for (const call of calls) {
    const [callee, [, name, ...rest]] = [calleeOf(call), call.arguments];
    if (callee === undefined || !binders.has(callee) || !name || !isStringLiteral(name) || !isEndpoint(name.text))
      continue;
    const roots = callee === 'handle' ? rest : [...rest, call.expression];
    handlers.set(
      name.text,
      roots.flatMap((root) => (isNamed(root) ? source.declarationsOf([root]) : [root])),
    );
  }
  return handlers;
}

const isNamed = (node: Node) =>
  !isArrowFunction(node) && !isFunctionExpression(node) && (isIdentifier(node) || isPropertyAccessExpression(node));
