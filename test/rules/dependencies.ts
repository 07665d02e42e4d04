import type { Rule } from './rule.ts';
import { importsOf, type Finding, type Import, type SourceFile } from './source.ts';
import { isCode, isProduct, isTestFile } from './rule.ts';

/** `file → modules that may import it`. */
export type Doors = Record<string, readonly string[]>;

const floorOf = (path: string) => /^src\/(contract|server|web)\//.exec(path)?.[1];

/**
 * The folder below a floor: `platform`, `ledger`, `ui`, `shell` or a module; undefined for files that put the floor
 * together.
 */
const folderOf = (path: string) => /^src\/(?:server|web)\/([^/]+)\//.exec(path)?.[1];

/** What each folder that is not a module may import, besides itself; modules may import all of these. */
const below: Record<string, Record<string, readonly string[]>> = {
  server: { platform: [], ledger: ['platform'], cli: ['*'] },
  web: { styles: [], ui: ['styles'], platform: ['ui', 'styles'], shell: ['platform', 'ui', 'styles'] },
};

const inContract = /^(src\/contract\/.*|zod|big\.js)$/;

function throughDoor(floor: string, from: string, to: string, target: string, doors: Doors): string | undefined {
  const folders = below[floor] ?? {};
  const known = folders[from];
  if (from === to || known?.includes('*') || known?.includes(to)) return undefined;
  if (floor === 'server' && to === 'notifications') return 'nobody imports notifications: publish an event';
  const fromModule = known === undefined;
  const toModule = folders[to] === undefined;
  if (fromModule && !toModule) return undefined;
  if (toModule && (fromModule || from === 'shell') && doors[target]?.includes(from)) return undefined;
  return `${from} may not import ${to}${toModule && fromModule ? ' except through a door' : ''}`;
}

function objection(path: string, { target, specifier }: Import, doors: Doors): string | undefined {
  const floor = floorOf(path);
  const other = floorOf(target);
  const inOneModule = floor === other && folderOf(path) === folderOf(target);
  if (specifier.startsWith('../') && !inOneModule && !target.startsWith('locales/'))
    return 'relative only inside one folder; use #…';
  if (target.startsWith('test/')) return isTestFile(path) ? undefined : 'the product does not know its tests';
  if (floor === 'contract') {
    return inContract.test(target) || isTestFile(path) ? undefined : 'the contract imports only zod, big.js and itself';
  }
  if (other === undefined || other === 'contract') return undefined;
  if (floor !== other) return 'server and web never import each other';
  const [from, to] = [folderOf(path), folderOf(target)];
  if (from === undefined || isTestFile(path)) return undefined;
  if (to === undefined) return `${from} may not import what puts the ${floor} together`;
  return throughDoor(floor ?? '', from, to, target, doors);
}

/** Contract files that load zod when they are imported for more than types. */
function contractWithZod(files: SourceFile[]): Set<string> {
  const contract = files.filter(({ path }) => /^src\/contract\/.*\.ts$/.test(path) && !isTestFile(path));
  const loading = new Set(['zod']);
  for (let before = 0; before < loading.size;) {
    before = loading.size;
    for (const file of contract) {
      if (importsOf(file).some(({ target, typeOnly }) => !typeOnly && loading.has(target))) loading.add(file.path);
    }
  }
  return loading;
}

const known = new WeakMap<SourceFile[], Set<string>>();

/** The same for every file of a run, so it is found once. */
function heavyContract(files: SourceFile[]): Set<string> {
  const heavy = known.get(files) ?? contractWithZod(files);
  known.set(files, heavy);
  return heavy;
}

/** The boundaries between floors and modules. */
export function doorRules(doors: Doors): Rule[] {
  return [
    {
      name: 'contract ← platform ← ledger ← rooms, and rooms meet only at doors',
      covers: isCode,
      find: (file) =>
        importsOf(file).flatMap((each): Finding[] => {
          const what = objection(file.path, each, doors);
          return what ? [{ at: each.at, what: `${each.specifier}: ${what}` }] : [];
        }),
      bad: [
        { path: 'src/server/wallets/x.ts', text: "import { tell } from '#server/notifications/tell.ts';" },
        { path: 'src/server/wallets/x.ts', text: "import { find } from '#server/clients/find.ts';" },
        { path: 'src/server/wallets/x.ts', text: "import { find } from '../clients/find.ts';" },
        { path: 'src/server/platform/x.ts', text: "import { post } from '#server/ledger/post.ts';" },
        { path: 'src/server/platform/x.ts', text: "import { main } from '#server/main.ts';" },
        { path: 'src/contract/x.ts', text: "import { join } from 'node:path';" },
        { path: 'src/contract/x.ts', text: "import type { App } from '#server/platform/app.ts';" },
        { path: 'src/web/auth/x.ts', text: "import type { App } from '#server/platform/app.ts';" },
        { path: 'src/web/ui/x.ts', text: "const api = import('#web/platform/api/api.ts');" },
        { path: 'src/web/auth/x.ts', text: "import { cast } from '#test/people.ts';" },
      ],
    },
    {
      name: 'the browser gets no zod: contract files with schemas are imported for types only',
      covers: (path) => isProduct(path) && path.startsWith('src/web/'),
      find: (file, files) => {
        const heavy = heavyContract(files);
        return importsOf(file)
          .filter(({ target, typeOnly }) => !typeOnly && heavy.has(target))
          .map(({ at, specifier }) => ({ at, what: `${specifier}: use import type` }));
      },
      bad: [{ path: 'src/web/auth/x.ts', text: "import { z } from 'zod';" }],
    },
  ];
}
