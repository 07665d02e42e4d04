import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { secretSettings } from '#server/platform/config/files.ts';
import { root } from '../../scripts/run.ts';
import { has, toolIn } from './tools.ts';

const chart = resolve(root, 'deploy/helm/atrium');
const text = (file: string) => readFile(join(chart, file), 'utf8');

interface Values {
  secret: { keys: string[] };
  settings: Record<string, string>;
  [name: string]: unknown;
}
const values = async () => parse(await text('values.yaml')) as Values;

const templates = async () => {
  const names = await readdir(join(chart, 'templates'));
  return Promise.all(names.map(async (name) => ({ name, content: await text(`templates/${name}`) })));
};

it('the chart has the version of the product, which is that of its image', async () => {
  const { version } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as { version: string };
  expect(parse(await text('Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

it('the chart reads only values that it declares, and uses each', async () => {
  const all = (await templates()).map(({ content }) => content).join('\n');
  const read = new Set([...all.matchAll(/\.Values\.(\w+)/g)].map(([, name = '']) => name));
  expect(read).toEqual(new Set(Object.keys(await values())));
  const schema = JSON.parse(await text('values.schema.json')) as { properties: Record<string, object> };
  expect(new Set(Object.keys(schema.properties))).toEqual(new Set([...read, 'global']));
});

it('the chart sets only settings that exist, and takes secrets from the secret alone', async () => {
  const example = await readFile(resolve(root, '.env.example'), 'utf8');
  const known = new Set(example.match(/^[A-Z][A-Z\d_]*(?==)/gm));
  const { settings, secret } = await values();
  const named = Object.keys(settings);
  expect([...named, 'APP_URL', 'TRUST_PROXY'].filter((name) => !known.has(name))).toEqual([]);
  const secrets: readonly string[] = secretSettings;
  expect(secret.keys.filter((key) => !secrets.includes(key))).toEqual([]);
});

/** The labels below a line of a template; those of an included definition among them. */
async function labelsUnder(line: string, template: string): Promise<string[]> {
  const lines = (content: string) => content.match(/^ *app\.kubernetes\.io\/.*$/gm)?.map((each) => each.trim()) ?? [];
  const helpers = await text('templates/_helpers.tpl');
  const [, content = ''] = (await text(`templates/${template}`)).split(`${line}:`);
  const [block = ''] = content.split(/^ *\w+:/m);
  const included = [...block.matchAll(/include "([\w.]+)"/g)].flatMap(([, name = '']) => {
    const [, definition = ''] = helpers.split(`define "${name}"`);
    return lines(definition.slice(0, definition.indexOf('{{- end }}')));
  });
  return [...lines(block), ...included];
}

it('the monitor finds the service by its labels, and names the job as alerts and dashboard do', async () => {
  const [labels, matched] = [
    await labelsUnder('labels', 'service.yaml'),
    await labelsUnder('matchLabels', 'service-monitor.yaml'),
  ];
  expect(matched).toHaveLength(3);
  expect(labels).toEqual(expect.arrayContaining(matched));
  expect(await text('templates/service-monitor.yaml')).toMatch(/^ {2}jobLabel: app\.kubernetes\.io\/name$/m);
  expect(labels).toContain('app.kubernetes.io/name: atrium');
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const content = await readFile(resolve(root, 'deploy/monitoring', file), 'utf8');
    const jobs = [...content.matchAll(/job=\\?"(\w+)/g)].map(([, job]) => job);
    expect([file, new Set(jobs)]).toEqual([file, new Set(['atrium'])]);
  }
});

it('a network policy that is enabled names who reaches the instances', async () => {
  const schema = JSON.parse(await text('values.schema.json')) as { properties: { networkPolicy: object } };
  const isValid = new Ajv({ strictRequired: false }).compile(schema.properties.networkPolicy);
  expect([isValid({ enabled: true, from: [] }), isValid({ enabled: true })]).toEqual([false, false]);
  const from = [{ namespaceSelector: {} }];
  expect([isValid({ enabled: true, from }), isValid({ enabled: false, from: [] }), isValid({})]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await text('templates/network-policy.yaml')).toMatch(/if not \.Values\.networkPolicy\.from }}\n{{- fail "/);
});

it('files and backups that would end with their pod are refused', async () => {
  const helpers = await text('templates/_helpers.tpl');
  const [, pod = ''] = helpers.split('define "atrium.pod" -}}');
  const [refusals = ''] = pod.split('automountServiceAccountToken');
  expect(refusals).toMatch(/^\s*{{- if not \.Values\.filesClaim }}/);
  expect(refusals).toMatch(/FILE_STORE \| default "disk"\) "s3" }}\n{{- fail "FILE_STORE=disk needs filesClaim/);
  expect(refusals).toMatch(/BACKUP_TARGET \| default "folder"\) "s3"\) }}\n{{- fail "BACKUP_TARGET=folder needs/);
  expect(refusals.match(/{{- if /g)).toHaveLength(refusals.match(/{{- end -?}}/g)?.length ?? 0);
  expect((await values()).settings['FILE_STORE']).toBe('s3');
});

it('a command has a job with the pod of an instance, off by default', async () => {
  expect((await values())['command']).toEqual([]);
  const job = await text('templates/command.yaml');
  expect(job).toMatch(/^{{- with \.Values\.command }}\n/);
  for (const part of ['atrium.name', 'atrium.labels', 'atrium.pod', 'atrium.container'])
    expect(job).toContain(`include "${part}" $`);
  expect(job).toMatch(/^ {2}backoffLimit: 0$/m);
  expect(job).toMatch(/^ {10}command: {{- toYaml \. \| nindent 12 }}$/m);
});

interface Manifest {
  kind: string;
  spec: { template: { spec: { securityContext: object; containers: { securityContext: object }[] } } };
}

it.skipIf(!has('helm'))(
  'the chart is right by Helm, and its containers write nowhere but in their volumes',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-chart-'));
    try {
      await writeFile(join(folder, 'values.yaml'), 'appUrl: https://clients.example.com');
      const withValues = ['--values', join(folder, 'values.yaml')];
      expect(await toolIn(folder, 'helm', 'lint', '--strict', chart, ...withValues)).toContain('0 chart(s) failed');
      await expect(toolIn(folder, 'helm', 'template', 'clients', chart)).rejects.toThrow('appUrl');
      const made = await toolIn(folder, 'helm', 'template', 'clients', chart, ...withValues);
      const without = (setting: string) =>
        toolIn(folder, 'helm', 'template', 'clients', chart, ...withValues, '--set', setting);
      await expect(without('settings.FILE_STORE=disk')).rejects.toThrow('filesClaim');
      await expect(without('settings.BACKUP_AT=04:00')).rejects.toThrow('filesClaim');
      expect(await without('command={bin/restore,bucket:latest}')).toContain('clients-command');
      const manifests = parseAllDocuments(made).map((document) => document.toJS() as Manifest);
      expect(manifests.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['Deployment', 'Job', 'Ingress', 'PodDisruptionBudget', 'Service']),
      );
      for (const { kind, spec } of manifests) {
        if (kind !== 'Deployment' && kind !== 'Job') continue;
        expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
        for (const { securityContext } of spec.template.spec.containers)
          expect(securityContext).toEqual({
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
