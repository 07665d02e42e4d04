import { Visitor, type ESTree } from 'vite';
import { isProduct, type Rule } from './rule.ts';
import { parse, type Finding, type SourceFile } from './source.ts';

/** Words that name money, or a price that becomes money. */
const money = new Set(
  'amount amounts balance balances cents commission equity fee fees funds margin minor net price prices profit quote received spread swap'.split(
    ' ',
  ),
);

/** What a name with such an ending counts or describes instead: `feePercent` is no fee, `amountDigits` no amount. */
const otherwise = new Set(
  'at bps by count digits id index kind length level ms on order percent place s scale size step type'.split(' '),
);

/** `balanceAfterMinor` is made of balance, after and minor. */
const wordsOf = (name: string) => name.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase());

function namesMoney(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => money.has(word)) && !otherwise.has(words.at(-1) ?? '');
}

const nameOf = (node: ESTree.Node): string => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return node.computed ? nameOf(node.object) : nameOf(node.property);
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression') return nameOf(node.expression);
  return '';
};

const arithmetic = new Set(['+', '-', '*', '/', '%', '**']);

/** The names of what an expression computes with, be it `amount`, `row.amount` or `amount / scale`. */
function operandsOf(node: ESTree.Node): string[] {
  if (node.type === 'BinaryExpression' && arithmetic.has(node.operator))
    return [...operandsOf(node.left), ...operandsOf(node.right)];
  if (node.type === 'UnaryExpression') return operandsOf(node.argument);
  if (node.type === 'ConditionalExpression') return [...operandsOf(node.consequent), ...operandsOf(node.alternate)];
  if (node.type === 'CallExpression') return node.arguments.flatMap(operandsOf);
  return [nameOf(node)];
}

/** The simulated market draws its prices by floats; they leave the module as decimals. */
const invents = /^src\/server\/market\//;

const floating = /^(Number|Number\.parseFloat|parseFloat|Math\.\w+)$/;

function findFloats(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const source = (node: ESTree.Node) => file.text.slice(node.start, node.end);
  const add = (node: ESTree.Node) => found.push({ at: node.start, what: `a float: ${source(node)}` });
  const holdsMoney = (nodes: ESTree.Node[]) => nodes.flatMap(operandsOf).some(namesMoney);
  const usesBig = /from 'big\.js'/.test(file.text);
  new Visitor({
    CallExpression: (call) => {
      const { callee, arguments: given } = call;
      if (floating.test(source(callee)) && holdsMoney(given)) add(call);
      if (nameOf(callee) === 'toFixed' && !usesBig && !invents.test(file.path)) add(call);
    },
    UnaryExpression: (node) => {
      if (node.operator === '+' && holdsMoney([node.argument])) add(node);
    },
    TSPropertySignature: (node) => {
      if (node.typeAnnotation?.typeAnnotation.type === 'TSNumberKeyword' && namesMoney(nameOf(node.key))) add(node);
    },
    Identifier: (node) => {
      const annotation = (node as { typeAnnotation?: ESTree.TSTypeAnnotation | null }).typeAnnotation;
      if (annotation?.typeAnnotation.type === 'TSNumberKeyword' && namesMoney(node.name)) add(node);
    },
    Property: (node) => {
      if (/^z\.(coerce\.)?(number|int)\(/.test(source(node.value)) && namesMoney(nameOf(node.key))) add(node);
    },
  }).visit(parse(file).program);
  return found;
}

const bad = (text: string): SourceFile => ({ path: 'src/server/wallets/x.ts', text });

/** Money is counted in whole minor units; prices and rates are decimals in a string, or big.js. */
export const moneyRules: Rule[] = [
  {
    name: 'no float touches money: minor units are bigint, prices and rates are decimals through big.js',
    covers: (path) => isProduct(path) && /^src\/(contract|server)\//.test(path),
    find: findFloats,
    bad: [
      bad('const x = Number(row.amount) * 2;'),
      bad('const x = parseFloat(balance);'),
      bad('const x = Math.round(amountMinor / 100);'),
      bad('const x = +profit;'),
      bad('const x = (cents / 100).toFixed(2);'),
      bad('interface X { balanceMinor: number }'),
      bad('export function x(fee: number) {}'),
      { path: 'src/contract/x.ts', text: 'const x = { amount: z.number() };' },
    ],
  },
];
