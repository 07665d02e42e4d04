import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { contrast, minContrast } from '#contract/kernel/brand-color.ts';
import { pageColors, paperColors } from '#contract/kernel/constants.ts';

const tokens = readFileSync(resolve(import.meta.dirname, '../../../../web/styles/tokens.css'), 'utf8');
const [light = '', dark = ''] = tokens.split('.dark-theme {');
const long = (color: string) => (color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color);
const token = (css: string, name: string) => long(new RegExp(`--${name}: (#[0-9a-f]+)`).exec(css)?.[1] ?? '');

it('paints devices as pages are painted', () => {
  expect(paperColors).toEqual({ 'light-theme': token(light, 'paper'), 'dark-theme': token(dark, 'paper') });
  expect(pageColors).toEqual({ 'light-theme': token(light, 'page'), 'dark-theme': token(dark, 'page') });
});

const themes = { light, dark };
const grounds = ['page', 'paper', 'raised', 'sunken'];
const inks = ['ink', 'ink-soft', 'ink-faint', 'positive', 'negative', 'warning', 'others', 'danger'];
const pairs = (['light', 'dark'] as const).flatMap((theme) =>
  inks.flatMap((ink) => grounds.map((ground) => [theme, ink, ground] as const)),
);

it.each(pairs)('in the %s theme, %s can be read on %s', (theme, ink, ground) => {
  expect(contrast(token(themes[theme], ink), token(themes[theme], ground))).toBeGreaterThanOrEqual(minContrast);
});

it.each(grounds)('shows the edge of a field on %s', (ground) => {
  for (const css of [light, dark]) expect(contrast(token(css, 'edge'), token(css, ground))).toBeGreaterThanOrEqual(3);
});
