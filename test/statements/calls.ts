import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  type CallExpression,
  type Expression,
  type Node,
  type TypeNode,
} from 'typescript/unstable/ast';
import type { Source } from './source.ts';

/** A call that runs a statement, and the type of row that it expects, where it names one. */
export interface Run {
  index: string;
  statement: Expression;
  row: TypeNode | undefined;
}

const runners = new Set(['rows', 'one', 'maybeOne', 'run']);

/** All calls that run a statement, and the calls of each function by the number of its symbol. */
export function findCalls(source: Source): { runs: Run[]; callsOf: (id: number) => readonly CallExpression[] } {
  const runs: Run[] = [];
  const calls = new Map<number, CallExpression[]>();
  const visit = (node: Node): void => {
    if (isCallExpression(node)) {
      const { expression: callee, arguments: given, typeArguments } = node;
      const [statement] = given;
      if (isPropertyAccessExpression(callee) && runners.has(callee.name.text) && statement && source.isSql(statement))
        runs.push({ index: source.placeOf(node), statement, row: typeArguments?.[0] });
      const id = isIdentifier(callee) ? source.symbolOf(callee)?.id : undefined;
      if (id !== undefined) calls.set(id, [...(calls.get(id) ?? []), node]);
    }
    node.forEachChild((child) => visit(child));
  };
  for (const file of source.files) visit(file);
  return { runs, callsOf: (id) => calls.get(id) ?? [] };
}
