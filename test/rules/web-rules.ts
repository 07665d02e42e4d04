import { Visitor, type ESTree } from 'vite';
import { isProduct, type Rule } from './rule.ts';
import { matches, parse, targetOf, withoutComments, type Finding, type SourceFile } from './source.ts';

const isCss = (path: string) => /^src\/web\/.*\.css$/.test(path);
const isMarkup = (path: string) => isProduct(path) && path.endsWith('.tsx');

const physical = [
  /(?<![\w-])((?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)(?:-\w+)?|left|right)\s*:/g,
  /(?<![\w-])(border-(?:top|bottom)-(?:left|right)-radius)\s*:/g,
  /(?<![\w-])((?:text-align|float|clear)\s*:\s*(?:left|right))\b/g,
  /\b((?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)\w*)\s*:/g,
];

/** One value of a shorthand, with whatever stands in its parentheses. */
const value = String.raw`((?:[^\s;()]|\((?:[^()]|\([^()]*\))*\))+)`;
const fourValues = new RegExp(
  String.raw`(?<![\w-])(?:margin|padding|inset)\s*:\s*${value} +${value} +${value} +${value}\s*;`,
  'g',
);

/** `margin: 0 4px 0 8px` names right and left too, unless both are the same. */
function findLopsided(css: string): Finding[] {
  return [...css.matchAll(fourValues)]
    .filter(([, , right, , left]) => right !== left)
    .map(({ 0: text, index }) => ({ at: index, what: `right and left differ: ${text}` }));
}

const spokenProps = new Set(
  'alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext caption description heading hint label message placeholder text title'.split(
    ' ',
  ),
);

/** Words, not a message key such as `auth.login_title`. */
const isText = (value: unknown) =>
  typeof value === 'string' && /\p{L}/u.test(value) && !/^[a-z]\w*\.[a-z]\w*$/.test(value);

/** Literal words that an expression can come to. */
function literalsIn(node: ESTree.Expression | ESTree.JSXEmptyExpression): Finding[] {
  if (node.type === 'Literal') return isText(node.value) ? [{ at: node.start, what: String(node.value) }] : [];
  if (node.type === 'TemplateLiteral') {
    return node.quasis
      .filter((part) => isText(part.value.raw))
      .map((part) => ({ at: part.start, what: part.value.raw }));
  }
  if (node.type === 'ConditionalExpression') return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
  if (node.type === 'LogicalExpression') return [...literalsIn(node.left), ...literalsIn(node.right)];
  return [];
}

function findLiteralText(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const inChildren = (children: ESTree.JSXChild[]) => {
    for (const child of children) {
      if (child.type === 'JSXText' && isText(child.value)) found.push({ at: child.start, what: child.value.trim() });
      if (child.type === 'JSXExpressionContainer') found.push(...literalsIn(child.expression));
    }
  };
  new Visitor({
    JSXElement: ({ children }) => inChildren(children),
    JSXFragment: ({ children }) => inChildren(children),
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !spokenProps.has(name.name)) return;
      if (value?.type === 'Literal') found.push(...literalsIn(value));
      if (value?.type === 'JSXExpressionContainer') found.push(...literalsIn(value.expression));
    },
  }).visit(parse(file).program);
  return found.map(({ at, what }) => ({ at, what: `literal text: ${what}` }));
}

/** Classes read from an imported CSS module that does not have them. */
function findMissingClasses(file: SourceFile, files: SourceFile[]): Finding[] {
  return parse(file).module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const [entry] = entries;
    if (!entry || !moduleRequest.value.endsWith('.module.css')) return [];
    const path = targetOf(moduleRequest.value, file.path);
    const sheet = files.find((each) => each.path === path);
    const known = new Set(sheet && [...withoutComments(sheet).matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
    return [...file.text.matchAll(new RegExp(String.raw`\b${entry.localName.value}\.(\w+)`, 'g'))]
      .filter(([, name]) => !known.has(name))
      .map(({ 0: text, index }) => ({ at: index, what: `no such class: ${text}` }));
  });
}

/** Rules about what a person sees. */
export const webRules: Rule[] = [
  {
    name: 'no literal text in components: every word has a key',
    covers: isMarkup,
    find: findLiteralText,
    bad: [
      { path: 'src/web/auth/X.tsx', text: 'export const X = () => <p>Sign in</p>;' },
      { path: 'src/web/auth/X.tsx', text: "export const X = () => <p>{y && 'Yes'}</p>;" },
      { path: 'src/web/auth/X.tsx', text: 'export const X = () => <>{`${n} accounts`}</>;' },
      { path: 'src/web/auth/X.tsx', text: 'export const X = () => <img alt="A house" />;' },
      { path: 'src/web/auth/X.tsx', text: "export const X = () => <p title={y ? 'Yes' : z} />;" },
    ],
  },
  {
    name: 'logical properties only: Arabic is mirrored',
    covers: (path) => isCss(path) || isMarkup(path),
    find: (file) => {
      const text = withoutComments(file);
      return [...physical.flatMap((pattern) => matches(text, pattern, 'physical')), ...findLopsided(text)];
    },
    bad: [
      { path: 'src/web/ui/x.css', text: '.a { margin: 0 1px 0 2px; }' },
      { path: 'src/web/ui/x.css', text: '.a { position: absolute; left: 0 }' },
      { path: 'src/web/ui/x.css', text: '.a { border-top-left-radius: 2px }' },
      { path: 'src/web/ui/x.css', text: '.a { text-align: right }' },
      { path: 'src/web/ui/X.tsx', text: 'const style = { marginLeft: 4 };' },
    ],
  },
  {
    name: 'classes are in the CSS module that they are read from',
    covers: isMarkup,
    find: findMissingClasses,
    bad: [
      {
        path: 'src/web/ui/X.tsx',
        text: "import styles from './X.module.css';\nexport const X = () => <p className={styles.gone} />;",
      },
    ],
  },
  {
    name: 'colours come from tokens.css',
    covers: (path) => (isCss(path) && !path.endsWith('/tokens.css')) || (isMarkup(path) && path.startsWith('src/web/')),
    find: (file) =>
      matches(
        withoutComments(file),
        /(?:[:,(]\s*|\s|['"])(#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?!\s*[{,.>])|\b(?:rgb|hsl|oklch|oklab)a?\()/gi,
        'colour',
      ),
    bad: [
      { path: 'src/web/ui/x.css', text: '.a { color: #fff; }' },
      { path: 'src/web/ui/x.css', text: '.a { color:rgb(0 0 0 / 50%) }' },
      { path: 'src/web/ui/X.tsx', text: "const red = '#ff0000';" },
    ],
  },
];
