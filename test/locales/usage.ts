import { Visitor, type ESTree } from 'vite';
import { isProduct } from '../rules/rule.ts';
import { describeFinding, parse, withoutComments, type SourceFile } from '../rules/source.ts';

/** A key that the code names, and where: `src/web/auth/LoginPage.tsx:12 auth.login_title`. */
export type Use = { key: string; where: string };

const keyShape = /^[a-z]\w*\.[a-z]\w*$/;
const speaking = new Set(['t', 'text']);
const refusing = new Set(['refuse', 'refuseField', 'refuseUntil']);
const namingProperties = new Set(['title', 'label', 'heading', 'hint', 'message', 'description', 'text']);

/** The error text of a refusal: `auth.locked` has `errors.auth_locked`. */
const errorKey = (code: string) => `errors.${code.replaceAll('.', '_')}`;

/** String literals that an expression can come to and that look like a key or a code. */
function keysIn(node: ESTree.Node | null): { key: string; at: number }[] {
  if (node?.type === 'Literal') {
    return typeof node.value === 'string' && keyShape.test(node.value) ? [{ key: node.value, at: node.start }] : [];
  }
  if (node?.type === 'ConditionalExpression') return [...keysIn(node.consequent), ...keysIn(node.alternate)];
  if (node?.type === 'LogicalExpression') return [...keysIn(node.left), ...keysIn(node.right)];
  if (node?.type === 'JSXExpressionContainer') return keysIn(node.expression);
  if (node?.type === 'ArrayExpression') return node.elements.flatMap(keysIn);
  return [];
}

const nameOf = (node: ESTree.Node) => {
  if (node.type === 'MemberExpression') return node.property.type === 'Identifier' ? node.property.name : '';
  return node.type === 'Identifier' ? node.name : '';
};

/** Keys that a file surely asks for: `t('…')`, `<Rich id="…">`, `title: '…'`, and codes of refusals. */
export function keysRequestedFor(file: SourceFile): Use[] {
  const found: { key: string; at: number }[] = [];
  const asErrors = (keys: { key: string; at: number }[]) =>
    found.push(...keys.map(({ key, at }) => ({ key: errorKey(key), at })));
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (speaking.has(nameOf(callee))) found.push(...given.flatMap(keysIn));
      if (refusing.has(nameOf(callee))) asErrors(given.flatMap(keysIn));
    },
    JSXAttribute: ({ value }) => void found.push(...keysIn(value)),
    Property: ({ key, value }) => {
      if (nameOf(key) === 'refusals') asErrors(keysIn(value));
      if (namingProperties.has(nameOf(key))) found.push(...keysIn(value));
    },
  }).visit(parse(file).program);
  return found.map(({ key, at }) => ({ key, where: describeFinding(file, { at, what: key }) }));
}

/**
 * Whether a key can be asked for at all: it stands in the code as it is, it fits a template such as `ipo.status_${…}`, or it is
 * the text of an error code that stands in the code.
 */
export function usageOf(files: SourceFile[]): (key: string) => boolean {
  const code = files
    .filter(({ path }) => isProduct(path))
    .map(withoutComments)
    .join('\n');
  const literals = [...code.matchAll(/['"`]([a-z]\w*\.[a-z]\w*)['"`]/g)].map(([, literal = '']) => literal);
  const templates = [...code.matchAll(/`([a-z]\w*\.\w*(?:\$\{[^}`]*\}\w*)+)`/g)].map(([, template = '']) => template);
  const named = new Set([...literals, ...literals.map(errorKey)]);
  const fitting = templates
    // `errors.${code}` says nothing: an error is used when its code is.
    .filter((template) => !template.startsWith('errors.${'))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`));
  return (key) => named.has(key) || fitting.some((pattern) => pattern.test(key));
}
