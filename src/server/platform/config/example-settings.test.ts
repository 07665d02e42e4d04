import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { secretSettings } from './files.ts';
import { readConfig } from './config.ts';

it('runs as the example has it, with a demo broker', () => {
  const file = resolve(import.meta.dirname, '../../../../.env.example');
  const settings = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
  expect(readConfig(settings)).toMatchObject({ demo: true, given: {}, port: 3000, databaseUrl: undefined });
});

it('turns IPOs off where the environment forbids them, and leaves them to administrators everywhere else', () => {
  const given = (settings: Record<string, string>) => readConfig({ DEMO: '0', ...settings }).given;
  for (const no of ['0', 'false', '']) expect(given({ FEATURES_IPO: no })).toEqual({ 'features.ipo': false });
  for (const settings of [{}, { FEATURES_IPO: '1' }]) expect(given(settings)).toEqual({});
});

it('names every secret that may come from a file', () => {
  const example = readFileSync(resolve(import.meta.dirname, '../../../../.env.example'), 'utf8');
  for (const name of secretSettings) expect(example).toContain(name);
});

it.each([
  ['MAIL_FROM', 'EMAIL_FROM'],
  ['CLOSING_DAYS', 'CLOSURE_DAYS'],
  ['UNSEEN_DEVICE_CODE', 'NEW_DEVICE_CODE'],
])('refuses %s by its former name and says the name of now', (former, name) => {
  expect(() => readConfig({ [former]: '1' })).toThrow(`${former}: this setting is called ${name} now`);
});
