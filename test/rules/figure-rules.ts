import { Visitor, type ESTree } from 'vite';
import { isProduct, type Rule } from './rule.ts';
import { parse, type Finding, type SourceFile } from './source.ts';

const formatter = 'src/web/platform/i18n/format.ts';
/** Numbers with a unit, such as durations and sizes of files. */
const units = 'src/web/platform/i18n/with-unit.ts';

/** What a price is called on the wire; a word of its own may mean something else, as a question for support. */
const priceName = /(^|_|[a-z])[pP]rice(_low|_high)?$|^(sl|tp)$/;
const priceField = /^(bid|ask)$/;

type Written = ESTree.Expression | ESTree.JSXEmptyExpression;

/** The name of a price that an expression is, unformatted: `price`, `row.open_price`, `a ?? b`. */
function rawPrice(node: Written): string | undefined {
  if (node.type === 'Identifier') return priceName.test(node.name) ? node.name : undefined;
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier')
    return priceName.test(node.property.name) || priceField.test(node.property.name) ? node.property.name : undefined;
  if (node.type === 'ChainExpression') return rawPrice(node.expression);
  if (node.type === 'ConditionalExpression') return rawPrice(node.consequent) ?? rawPrice(node.alternate);
  if (node.type === 'LogicalExpression') return rawPrice(node.right);
  return undefined;
}

/** Prices among the values of a text: `t('terminal.sl_at', { price: sl })`. */
function pricesInText({ callee, arguments: [, values] }: ESTree.CallExpression): { at: number; what: string }[] {
  if (callee.type !== 'Identifier' || callee.name !== 't' || values?.type !== 'ObjectExpression') return [];
  return values.properties.flatMap((each) => {
    const price = each.type === 'Property' ? rawPrice(each.value) : undefined;
    return price ? [{ at: each.start, what: price }] : [];
  });
}

/** Prices that are formatted as a plain number, so without their zeros: `format.number(row.price)`. */
function pricesAsNumbers({ callee, arguments: [value] }: ESTree.CallExpression): { at: number; what: string }[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  if (callee.property.name !== 'number' || !value || value.type === 'SpreadElement') return [];
  const price = rawPrice(value);
  return price ? [{ at: value.start, what: price }] : [];
}

function findRawFigures(file: SourceFile): Finding[] {
  const found: { at: number; what: string }[] = [];
  const inChildren = (children: ESTree.JSXChild[]) => {
    for (const child of children) {
      const price = child.type === 'JSXExpressionContainer' ? rawPrice(child.expression) : undefined;
      if (price) found.push({ at: child.start, what: price });
    }
  };
  new Visitor({
    JSXElement: ({ children }) => inChildren(children),
    JSXFragment: ({ children }) => inChildren(children),
    CallExpression: (call) => void found.push(...pricesInText(call), ...pricesAsNumbers(call)),
    MemberExpression: ({ start, property }) => {
      if (property.type === 'Identifier' && /^(NumberFormat|toLocaleString)$/.test(property.name))
        found.push({ at: start, what: property.name });
    },
  }).visit(parse(file).program);
  return found.map(({ at, what }) => ({ at, what: `a figure outside platform/format.ts: ${what}` }));
}

const bad = (text: string): SourceFile => ({ path: 'src/web/paper/X.tsx', text });

/** Figures keep their width and look alike, since one place writes them. */
export const figureRules: Rule[] = [
  {
    name: 'no screen writes a price or a number by itself: useFormat() does',
    covers: (path) =>
      isProduct(path) && path.startsWith('src/web/') && /\.tsx?$/.test(path) && path !== formatter && path !== units,
    find: findRawFigures,
    bad: [
      bad('export const X = () => <b>{row.price}</b>;'),
      bad('export const X = () => <>{sl ?? quote.bid}</>;'),
      bad("export const x = t('terminal.sl_at', { price: position.sl });"),
      bad('export const x = format.number(estimate.breakEvenPrice, 4);'),
      bad("export const x = new Intl.NumberFormat('en').format(2);"),
    ],
  },
];
