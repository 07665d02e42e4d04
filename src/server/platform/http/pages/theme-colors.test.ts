import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { pageColors, paperColors } from '#contract/kernel/constants.ts';

const tokens = readFileSync(resolve(import.meta.dirname, '../../../../web/styles/tokens.css'), 'utf8');
const [light = '', dark = ''] = tokens.split('.dark-theme {');
const long = (color: string) => (color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color);
const token = (css: string, name: string) => long(new RegExp(`--${name}: (#[0-9a-f]+)`).exec(css)?.[1] ?? '');

it('paints devices as pages are painted', () => {
  expect(paperColors).toEqual({ 'light-theme': token(light, 'paper'), 'dark-theme': token(dark, 'paper') });
  expect(pageColors).toEqual({ 'light-theme': token(light, 'page'), 'dark-theme': token(dark, 'page') });
});
