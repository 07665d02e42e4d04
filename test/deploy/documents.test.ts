import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/platform/config/config.ts';
import { root } from '../../scripts/run.ts';

const text = (file: string) => readFile(resolve(root, file), 'utf8');

/** What a document has between a title and the next of the same level. */
async function partOf(file: string, title: string): Promise<string> {
  const [, part = ''] = `\n${await text(file)}`.split(`\n## ${title}\n`);
  return part.split('\n## ')[0] ?? '';
}

/** The blocks of commands in a part, those within lists among them. */
const blocksOf = (part: string) => [...part.matchAll(/^ *```\n(.*?)^ *```$/gms)].map(([, block = '']) => block);

it('the help of bin/migrate says that it makes no backup', async () => {
  const { stdout } = await promisify(execFile)(resolve(root, 'bin/migrate'), ['--help']);
  expect(stdout).toContain('makes no backup: run bin/backup before');
  expect(stdout).not.toContain('after a backup');
});

it('the secret and values of the text on Kubernetes are settings with which production starts', async () => {
  const blocks = blocksOf((await partOf('deploy/README.md', 'Kubernetes')).replaceAll('…', 'x'));
  const secret = blocks.find((block) => block.includes('create secret generic')) ?? '';
  const values = parse(blocks.find((block) => block.includes('appUrl:')) ?? '') as {
    appUrl: string;
    secret: { keys: string[] };
    settings: Record<string, string>;
  };
  const given = secret.matchAll(/--from-literal=([A-Z\d_]+)=(?:'([^']*)'|"([^"]*)"|(\S+))/g);
  const secrets = Object.fromEntries([...given].map(([, name = '', ...value]) => [name, value.find(Boolean) ?? '']));
  expect(Object.keys(secrets).toSorted()).toEqual(values.secret.keys.toSorted());
  const chart = parse(await text('deploy/helm/atrium/values.yaml')) as { settings: Record<string, string> };
  const random = { APP_SECRET: randomBytes(33).toString('base64'), METRICS_TOKEN: randomBytes(24).toString('hex') };
  const set = { NODE_ENV: 'production', DEMO: '0', APP_URL: values.appUrl, TRUST_PROXY: '1', DATA_DIR: '/data' };
  const all = { ...set, ...chart.settings, ...values.settings, ...secrets, ...random };
  expect(readConfig(all)).toMatchObject({ databaseUrl: secrets['DATABASE_URL'] });
});

it('each way makes the two roles of its database, of which the owner may make another for the test of a restore', async () => {
  const readme = await text('deploy/README.md');
  const ways = [await partOf('deploy/README.md', 'Kubernetes'), await partOf('deploy/README.md', 'systemd')];
  for (const sql of [...ways, await text('deploy/compose/roles.sh')]) {
    expect(sql).toMatch(/^ *create role atrium login createdb password /m);
    expect(sql).toMatch(/^ *create role atrium_serving login password /m);
    expect(sql).toMatch(/^ *create database atrium owner atrium;$/m);
  }
  // The job of a migration may take an hour, and Helm waits for five minutes by itself.
  const changes = [
    ...`${readme}${await text('docs/runbook.md')}`.matchAll(/helm [^`\n]*\b(?:install|upgrade|rollback) .*/g),
  ];
  expect(changes.length).toBeGreaterThan(2);
  for (const [command] of changes) expect(command).toContain('--timeout 60m');
});

it('a restore stops the instances in each way, and starts them after it', async () => {
  const [units = '', compose = '', kubernetes = '', ...more] = blocksOf(await partOf('docs/runbook.md', 'Restore'));
  expect(more).toEqual([]);
  const inOrder = (...parts: string[]) => new RegExp(parts.join('(?:.|\\n)*'));
  expect(units).toMatch(inOrder('systemctl stop', 'bin/restore --replace', 'systemctl start'));
  expect(compose).toMatch(inOrder('stop first second', '--entrypoint bin/restore first --replace', 'up --detach'));
  expect(kubernetes).toMatch(
    inOrder(
      '--replicas=0',
      'show-only templates/command.yaml',
      'bin/restore --replace',
      'bin/move-files',
      '--replicas=2',
    ),
  );
  for (const section of ['AtriumDown', 'Going back', 'What a loss costs'])
    expect(await partOf('docs/runbook.md', section)).toContain('](#restore)');
});

it('an update migrates before the link leads to the next release, and waits no longer than five minutes', async () => {
  const part = await partOf('deploy/README.md', 'systemd');
  const [before = '', after = ''] = part.split('/opt/atrium-0.2.0/bin/migrate\n');
  expect(before).not.toContain('ln -sfn /opt/atrium-0.2.0 /opt/atrium\n');
  expect(after).toContain('ln -sfn /opt/atrium-0.2.0 /opt/atrium\n');
  expect(after).toMatch(/curl .*--retry 300 --retry-delay 1 .*\/readyz \|\| break/);
  // The server builds nothing.
  const server = blocksOf(part).find((block) => block.includes('postgresql valkey-server')) ?? '';
  expect(server).not.toMatch(/\b(?:git|npm)\b/);
});

it('the first minute has commands for units, compose and Kubernetes, with names that the chart gives', async () => {
  const [units, compose, kubernetes = ''] = blocksOf(await partOf('docs/runbook.md', 'The first minute'));
  expect(units).toContain('/etc/atrium/metrics-token');
  expect(compose).toContain('docker compose');
  const documents = `${await text('docs/runbook.md')}${await text('deploy/README.md')}`;
  expect(documents).toContain('helm --namespace broker install clients ');
  const commands = [...documents.matchAll(/kubectl [^`|\n]*/g)].map(([command]) => command);
  for (const command of commands) expect(command).toMatch(/^kubectl (?:--namespace broker |create namespace broker$)/);
  const helpers = await text('deploy/helm/atrium/templates/_helpers.tpl');
  for (const [, label = ''] of kubernetes.matchAll(/--selector ([\w./]+=\w+)/g))
    expect(helpers).toContain(label.replace('=', ': '));
});
