import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'atrium-settings-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = '0123456789abcdef-0123456789abcdef';
function file(content: string): string {
  const path = join(folder, 'setting');
  writeFileSync(path, content);
  return path;
}

it.each([
  ['APP_SECRET_FILE', secret, { appSecret: secret }],
  ['APP_SECRET_FORMER_FILE', secret, { formerSecret: secret }],
  ['DATABASE_URL_FILE', 'postgresql://a:b@db/c', { databaseUrl: 'postgresql://a:b@db/c' }],
  ['SMTP_URL_FILE', 'smtps://a:b@mail', { smtpUrl: 'smtps://a:b@mail' }],
  ['METRICS_TOKEN_FILE', secret, { metricsToken: secret }],
])('%s is read, without the line feed at its end', (name, content, expected) => {
  expect(readConfig({ [name]: file(`${content}\n`) })).toMatchObject(expected);
});

it('refuses a setting that is given twice, and a file that is not there, without a value', () => {
  const twice = () => readConfig({ APP_SECRET: secret, APP_SECRET_FILE: file('another secret of thirty-two signs') });
  expect(twice).toThrow(/^These settings are wrong:\n {2}APP_SECRET: is given twice, here and in APP_SECRET_FILE$/);
  expect(() => readConfig({ APP_SECRET_FILE: join(folder, 'missing') })).toThrow('APP_SECRET_FILE: names a file that');
});

it('checks what a file holds as it checks the setting', () => {
  expect(() => readConfig({ APP_SECRET_FILE: file('short') })).toThrow('APP_SECRET: ');
});
