import {
  isCallExpression,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type CallExpression,
  type Node,
} from 'typescript/unstable/ast';
import { follow, none, Unknown, type Bindings, type CallsOf, type Location } from './follow.ts';
import type { Source } from './source.ts';

/** A text of SQL in pieces, between which values stand. */
type Pieces = string[];

/**
 * The texts that a statement can have, found in the source alone. Each fragment is in one of the texts at least; not each
 * combination of fragments is.
 */
export function variantsOf(source: Source, callsOf: CallsOf): (statement: Node) => string[] {
  const { origins, lists } = follow(source, callsOf);

  /** The texts of an expression whose value is SQL. */
  function texts(index: Location): Pieces[] {
    return origins(index).flatMap(({ node, bindings }) => {
      if (isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
        if (isNoSubstitutionTemplateLiteral(node.template)) return [[node.template.text]];
        if (isTemplateExpression(node.template)) {
          const { head, templateSpans } = node.template;
          return together([
            [[head.text]],
            ...templateSpans.flatMap(({ expression, literal }) => [
              inserted({ node: expression, bindings }),
              [[literal.text]],
            ]),
          ]);
        }
      }
      if (isCallExpression(node) && node.expression.getText() === 'join') return joined(node, bindings);
      throw new Unknown(node);
    });
  }

  function joined(node: CallExpression, bindings: Bindings): Pieces[] {
    const [list, separator] = node.arguments;
    const between = separator && isStringLiteral(separator) ? separator.text : ',';
    const all = lists({ node: list!, bindings }).filter((items) => items.length > 0);
    return all.flatMap((items) =>
      together(items.flatMap((item, at) => [...(at > 0 ? [[[between]]] : []), inserted(item)])),
    );
  }

  /** What stands in a template between two pieces of text: SQL, or a value. */
  function inserted(index: Location): Pieces[] {
    return source.isSql(index.node) ? texts(index) : [['', '']];
  }

  return (statement: Node): string[] => [
    ...new Set(
      texts({ node: statement, bindings: none }).map((pieces) =>
        pieces.reduce((text, piece, at) => `${text}$${at}${piece}`),
      ),
    ),
  ];
}

/** Puts pieces one after another, each alternative of each at least once. */
function together(all: Pieces[][]): Pieces[] {
  const size = Math.max(...all.map((alternatives) => alternatives.length));
  if (all.some((alternatives) => alternatives.length === 0)) return [];
  return Array.from({ length: size }, (_, at) =>
    all
      .map((alternatives) => alternatives[at % alternatives.length]!)
      .reduce<Pieces>((before, next) => {
        if (before.length === 0) return [...next];
        return [...before.slice(0, -1), before.at(-1)! + next[0]!, ...next.slice(1)];
      }, []),
  );
}
