import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionLikeDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isVariableDeclaration,
  type CallExpression,
  type ElementAccessExpression,
  type Expression,
  type Node,
  type ParameterDeclaration,
  type VariableDeclaration,
} from 'typescript/unstable/ast';
import type { Source } from './source.ts';

/** What the parameters of the functions that were entered stand for. */
export type Bindings = ReadonlyMap<string, Location>;
/** An expression, and what the parameters in it stand for. */
export interface Location {
  node: Node;
  bindings: Bindings;
}

export const none: Bindings = new Map();
const deepest = 40;

/** What the evaluation could not follow, said by the source text. */
export class Unknown extends Error {
  constructor(node: Node) {
    super(`cannot tell what this stands for: ${node.getText().replace(/\s+/g, ' ').slice(0, 90)}`);
  }
}

/** The calls of a function in the source, by the number of its symbol. */
export type CallsOf = (id: number) => readonly CallExpression[];

/** Finds where values come from, by constants, parameters, both sides of a condition, and what functions return. */
export function follow(source: Source, callsOf: CallsOf) {
  let depth = 0;

  /** Where a value comes from: literals, templates, functions and calls that cannot be followed. */
  function origins({ node, bindings }: Location): Location[] {
    depth += 1;
    try {
      if (depth > deepest) throw new Unknown(node);
      const from = (next: Node) => origins({ node: next, bindings });
      if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
        return from(node.expression);
      if (isNonNullExpression(node) || isAwaitExpression(node)) return from(node.expression);
      if (isConditionalExpression(node)) return [...from(node.whenTrue), ...from(node.whenFalse)];
      if (isBinaryExpression(node)) {
        const sign = node.operatorToken.getText();
        if (sign === '&&') return from(node.right);
        if (sign === '??' || sign === '||') return [...from(node.left), ...from(node.right)];
      }
      if (isIdentifier(node)) return node.text === 'undefined' ? [] : named({ node, bindings });
      if (isPropertyAccessExpression(node)) return property(node.expression, node.name, bindings);
      if (isElementAccessExpression(node)) return element(node, bindings);
      if (isCallExpression(node)) return called(node, bindings);
      return [{ node, bindings }];
    } finally {
      depth -= 1;
    }
  }

  function named({ node, bindings }: Location): Location[] {
    const symbol = source.symbolOf(node);
    const declaration = source.declarationOf(symbol);
    if (!symbol || !declaration) throw new Unknown(node);
    if (isVariableDeclaration(declaration)) {
      const values = valuesOf(declaration, bindings);
      if (values.length > 0) return values;
    }
    if (isFunctionDeclaration(declaration)) return [{ node: declaration, bindings }];
    if (isParameterDeclaration(declaration)) return argumentsOf(declaration, bindings);
    if (isBindingElement(declaration)) {
      const pattern = declaration.parent;
      const name = (declaration.propertyName ?? declaration.name)?.getText() ?? '';
      const whole = pattern.parent;
      const wholes = isParameterDeclaration(whole)
        ? argumentsOf(whole, bindings)
        : isVariableDeclaration(whole)
          ? valuesOf(whole, bindings)
          : [];
      if (isObjectBindingPattern(pattern)) {
        const found = wholes.flatMap((index) => member(index, name));
        if (found.length > 0) return found;
        if (declaration.initializer) return origins({ node: declaration.initializer, bindings });
      }
    }
    throw new Unknown(node);
  }

  /** What a variable is made of, or goes through. */
  function valuesOf(variable: VariableDeclaration, bindings: Bindings): Location[] {
    if (variable.initializer) return origins({ node: variable.initializer, bindings });
    const loop = variable.parent.parent;
    if (!isForOfStatement(loop)) return [];
    return lists({ node: loop.expression, bindings }).flat().flatMap(origins);
  }

  /** The arguments of a parameter: of the call that was entered, else of each call in the source. */
  function argumentsOf(parameter: ParameterDeclaration, bindings: Bindings): Location[] {
    const bound = bindings.get(keyOf(parameter));
    if (bound) return origins(bound);
    const owner = parameter.parent;
    if (!isFunctionLikeDeclaration(owner)) throw new Unknown(parameter);
    const index = owner.parameters.indexOf(parameter);
    const name = isFunctionDeclaration(owner)
      ? owner.name
      : isVariableDeclaration(owner.parent)
        ? owner.parent.name
        : undefined;
    const symbol = name && source.symbolOf(name);
    const calls = symbol ? callsOf(symbol.id) : [];
    const given = calls.flatMap((call) => call.arguments[index] ?? []);
    const found = given.flatMap((argument) => origins({ node: argument, bindings: none }));
    if (calls.length > given.length && parameter.initializer)
      found.push(...origins({ node: parameter.initializer, bindings }));
    if (found.length === 0) throw new Unknown(parameter);
    return found;
  }

  function property(object: Expression, name: Node, bindings: Bindings): Location[] {
    const found = attempt(() => origins({ node: object, bindings }).flatMap((index) => member(index, name.getText())));
    if (found.length > 0) return found;
    const declaration = source.declarationOf(source.symbolOf(name));
    if (declaration && isPropertyAssignment(declaration)) return origins({ node: declaration.initializer, bindings });
    throw new Unknown(name.parent);
  }

  /** A part of an object or list: the one that is named, where the name is known, else each of them. */
  function element({ expression, argumentExpression }: ElementAccessExpression, bindings: Bindings): Location[] {
    const whole = origins({ node: expression, bindings });
    const names = attempt(() => origins({ node: argumentExpression, bindings })).map(({ node }) => node);
    if (names.length === 0 || !names.every(isStringLiteral)) return whole.flatMap(parts);
    return names.flatMap((name) => whole.flatMap((index) => member(index, name.text)));
  }

  /** What a member of an object literal is. */
  function member({ node, bindings }: Location, name: string): Location[] {
    if (!isObjectLiteralExpression(node)) return [];
    for (const part of node.properties.toReversed()) {
      if (isPropertyAssignment(part) && nameOf(part.name) === name)
        return origins({ node: part.initializer, bindings });
      if (isShorthandPropertyAssignment(part) && part.name.getText() === name) {
        const value = source.checker.getShorthandAssignmentValueSymbol(part);
        const declaration = source.declarationOf(value);
        if (declaration && isVariableDeclaration(declaration) && declaration.initializer)
          return origins({ node: declaration.initializer, bindings });
        if (declaration && isParameterDeclaration(declaration)) return argumentsOf(declaration, bindings);
      }
      if (isMethodDeclaration(part) && nameOf(part.name) === name) return [{ node: part, bindings }];
      if (isSpreadAssignment(part)) {
        const found = origins({ node: part.expression, bindings }).flatMap((index) => member(index, name));
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  /** All that an object or list holds. */
  function parts({ node, bindings }: Location): Location[] {
    if (isArrayLiteralExpression(node)) return node.elements.flatMap((part) => origins({ node: part, bindings }));
    if (!isObjectLiteralExpression(node)) throw new Unknown(node);
    return node.properties.flatMap((part) =>
      isPropertyAssignment(part) ? origins({ node: part.initializer, bindings }) : [],
    );
  }

  function called(node: CallExpression, bindings: Bindings): Location[] {
    const callee = node.expression;
    if (isIdentifier(callee) && (callee.text === 'join' || callee.text === 'sql')) return [{ node, bindings }];
    const functions = attempt(() => origins({ node: callee, bindings }));
    const found = functions.flatMap((index) => returned(index, node.arguments, bindings));
    return found.length > 0 ? found : [{ node, bindings }];
  }

  /** What a function gives back for these arguments. */
  function returned({ node, bindings }: Location, given: readonly Node[], outer: Bindings): Location[] {
    if (
      !isArrowFunction(node) &&
      !isFunctionDeclaration(node) &&
      !isFunctionExpression(node) &&
      !isMethodDeclaration(node)
    )
      return [];
    const inner = new Map(bindings);
    node.parameters.forEach((parameter, index) => {
      const argument = given[index] ?? parameter.initializer;
      if (argument) inner.set(keyOf(parameter), { node: argument, bindings: outer });
    });
    if (!node.body) return [];
    if (!isBlock(node.body)) return origins({ node: node.body, bindings: inner });
    return returnsIn(node.body).flatMap((value) => origins({ node: value, bindings: inner }));
  }

  /** What a list can hold: one list for each way to come by it. */
  function lists(index: Location): Location[][] {
    const { node, bindings } = index;
    if (isParenthesizedExpression(node) || isAsExpression(node)) return lists({ node: node.expression, bindings });
    if (isConditionalExpression(node))
      return [...lists({ node: node.whenTrue, bindings }), ...lists({ node: node.whenFalse, bindings })];
    if (isArrayLiteralExpression(node)) {
      let all: Location[][] = [[]];
      for (const part of node.elements) {
        const next = isSpreadElement(part) ? lists({ node: part.expression, bindings }) : [[{ node: part, bindings }]];
        const size = Math.max(all.length, next.length);
        all = Array.from({ length: size }, (_, at) => [...all[at % all.length]!, ...next[at % next.length]!]);
      }
      return all;
    }
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text;
      const before = node.expression.expression;
      if (method === 'map' || method === 'flatMap') {
        const each = node.arguments[0]!;
        const mapped = origins({ node: each, bindings }).flatMap((index) => returned(index, [], bindings));
        if (method === 'flatMap') return mapped.flatMap(lists);
        return [[...mapped, ...mapped]];
      }
      if (['filter', 'toSorted', 'toReversed', 'slice'].includes(method)) return lists({ node: before, bindings });
      if (method === 'values') return origins({ node: node.arguments[0]!, bindings }).map(parts);
    }
    const from = origins(index);
    if (from.some((origin) => origin.node === node)) throw new Unknown(node);
    return from.flatMap(lists);
  }

  return { origins, lists };
}

/** A parameter by its place in the source. */
const keyOf = (parameter: ParameterDeclaration): string => `${parameter.getSourceFile().fileName}:${parameter.pos}`;

const nameOf = (name: Node): string => (isStringLiteral(name) ? name.text : name.getText());

function attempt(find: () => Location[]): Location[] {
  try {
    return find();
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}

/** The values that a function returns, those of functions in it left out. */
function returnsIn(body: Node): Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node)) return;
    if (isReturnStatement(node) && node.expression) found.push(node.expression);
    node.forEachChild((child) => visit(child));
  };
  visit(body);
  return found;
}
