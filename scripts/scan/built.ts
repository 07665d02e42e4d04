import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { demoPassword } from '#server/demo/people.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import { root } from '../run.ts';
import type { Finding } from './finding.ts';

/** What is in no public file of a build. */
const secrets: [what: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY/],
  ['a token', /\b(ghp|gho|glpat|sk_live|rk_live|xox[bp])[-_]\w{16,}|\bAKIA[0-9A-Z]{16}\b/],
  ['the secret of the demo', new RegExp(demoSecret)],
  ['the password of the demo', new RegExp(demoPassword)],
  ['a setting of the server', /\b(APP_SECRET|DATABASE_URL|SMTP_URL|REDIS_URL|METRICS_TOKEN|PUSHER_APP_SECRET)\b/],
  ['an address with a password', /\b[a-z]+:\/\/[\w.-]+:[^@\s"'`/$]{3,}@[\w.-]/],
  ['a path of this machine', new RegExp(`${root}/`)],
  ['a source map', /[#@] sourceMappingURL=/],
];

/** Reads all that the build made for browsers. */
export async function lookAtBuilt(): Promise<{ findings: Finding[]; looked: number }> {
  const folder = resolve(root, 'dist/web');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const findings: Finding[] = [];
  const fault = (where: string, what: string) => findings.push({ tool: 'bundle', kind: 'leak', where, what });
  for (const { parentPath, name } of files) {
    if (name.endsWith('.map')) fault(name, 'is a source map');
    if (!/\.(js|css|html|json|svg|webmanifest)$/.test(name)) continue;
    const text = await readFile(join(parentPath, name), 'utf8');
    for (const [what, pattern] of secrets) if (pattern.test(text)) fault(name, `holds ${what}`);
  }
  return { findings, looked: files.length };
}
