import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import { filesOfAct } from './acts.ts';

const docs = readFileSync(resolve(import.meta.dirname, '../docs/architecture.md'), 'utf8');
const rows = [...docs.matchAll(/^\| [^|]+ \| `([\w.]+)` +\| (\d+) +\| (\d+)(, missed)? *\|$/gm)].map(
  ([, name = '', files, aim, missed]) => ({
    name,
    files: Number(files),
    aim: Number(aim),
    missed: missed !== undefined,
  }),
);

it('measures the three acts', () => {
  expect(rows.map(({ name }) => name)).toEqual(['trading.create', 'payments.approve', 'ipo.buy']);
});

it.each(rows)('$name', ({ name, files, aim, missed }) => {
  const found = filesOfAct(name, api[name as EndpointName].route);
  expect(found).toHaveLength(files);
  expect(missed).toBe(found.length > aim);
});
