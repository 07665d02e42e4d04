import { Histogram } from 'prom-client';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openMetrics } from '#server/platform/monitoring/metrics.ts';
import { openWaitingWork } from '#server/platform/monitoring/waiting-work.ts';
import { root } from '../../scripts/run.ts';
import { has, toolIn } from './tools.ts';

const deploy = resolve(root, 'deploy');
const text = (file: string) => readFile(join(deploy, file), 'utf8');

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'atrium-deploy-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const toolOf = (tool: string, ...words: string[]) => toolIn(folder, tool, ...words);

interface Panel {
  title: string;
  targets: { expr: string }[];
}
interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; first: string; runbook: string };
}
/** Alerts, and the figures that some of them compare. */
const rules = async () =>
  (parse(await text('monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
const alerts = async () => (await rules()).filter(({ alert }) => alert !== undefined);
const panels = async () => (JSON.parse(await text('monitoring/dashboard.json')) as { panels: Panel[] }).panels;

describe('monitoring', () => {
  it('names only series that exist', async () => {
    const metrics = openMetrics();
    // Its figures are named before any is read, so it needs no database here.
    openWaitingWork({ metrics } as Parameters<typeof openWaitingWork>[0]);
    const series = metrics.registry
      .getMetricsAsArray()
      .flatMap((metric) =>
        metric instanceof Histogram
          ? ['bucket', 'count', 'sum'].map((part) => `${metric.name}_${part}`)
          : [metric.name],
      );
    const known = new Set(series);
    const expressions = [
      ...(await rules()).map(({ expr }) => expr),
      ...(await panels()).flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const named = new Set(expressions.flatMap((expr) => expr.match(/\b(?:atrium|nodejs|process)_\w+/g) ?? []));
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });

  it('says of each alert how urgent it is and what to look at first', async () => {
    const all = await alerts();
    expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
    expect(await text('README.md')).toContain(`(monitoring/alerts.yaml): ${all.length} alerts`);
    for (const { alert, labels, annotations } of all)
      expect([alert, labels.severity, annotations]).toEqual([
        alert,
        expect.stringMatching(/^(?:page|ticket)$/),
        {
          summary: expect.stringMatching(/\.$/),
          first: expect.stringMatching(/\.$/),
          runbook: `docs/runbook.md#${alert.toLowerCase()}`,
        },
      ]);
  });

  it('has one section of the runbook for each alert, with its urgency and what to do', async () => {
    const runbook = await readFile(resolve(root, 'docs/runbook.md'), 'utf8');
    const sections = runbook.split(/^## /m).filter((section) => section.startsWith('Atrium'));
    const titles = sections.map((section) => section.slice(0, section.indexOf('\n')));
    const all = await alerts();
    expect(titles.toSorted()).toEqual(all.map(({ alert }) => alert).toSorted());
    for (const { alert, labels } of all) {
      const [, urgency, ...steps] = sections.find((section) => section.startsWith(`${alert}\n`))?.split('\n\n') ?? [];
      expect([alert, urgency?.toLowerCase()]).toEqual([alert, expect.stringContaining(`*${labels.severity}.*`)]);
      expect([alert, `${urgency}${steps.join('')}`]).toEqual([alert, expect.stringMatching(/`|\]\(#/)]);
    }
  });

  it('has links within the runbook, and commands in it, that exist', async () => {
    const runbook = await readFile(resolve(root, 'docs/runbook.md'), 'utf8');
    const titles = new Set([...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase()));
    const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link = '']) => link.replaceAll('-', ' '));
    expect(links.filter((link) => !titles.has(link))).toEqual([]);
    const commands = [...runbook.matchAll(/\bbin\/\w+(?:-\w+)*/g)].map(([command]) => command);
    expect(commands).toContain('bin/verify');
    expect(commands.filter((command) => !existsSync(resolve(root, command)))).toEqual([]);
  });

  it.skipIf(!has('promtool'))(
    'is right by promtool: rules, their tests, and each expression of the dashboard',
    async () => {
      expect(await toolOf('promtool', 'check', 'rules', join(deploy, 'monitoring/alerts.yaml'))).toContain('SUCCESS');
      expect(await toolOf('promtool', 'test', 'rules', join(deploy, 'monitoring/alerts.test.yaml'))).toContain(
        'SUCCESS',
      );
      const records = (await panels()).flatMap(({ targets }) => targets.map(({ expr }) => expr));
      const file = join(folder, 'dashboard.yaml');
      const group = { name: 'dashboard', rules: records.map((expr, nth) => ({ record: `panel:${nth}`, expr })) };
      await writeFile(file, JSON.stringify({ groups: [group] }));
      expect(await toolOf('promtool', 'check', 'rules', file)).toContain(`${records.length} rules found`);
    },
    // Days of series take promtool most of a minute of CPU.
    300_000,
  );
});

it.skipIf(!has('systemd-analyze'))('the units are right by systemd, and exposed little', async () => {
  const names = (await readdir(join(deploy, 'systemd'))).filter((name) => /\.(?:service|timer)$/.test(name));
  const units = names.map((name) => join(folder, name));
  for (const [nth, name] of names.entries()) {
    // Neither Node nor a release is where the units expect them.
    const unit = (await text(`systemd/${name}`)).replace(
      /\/usr\/bin\/node|\/opt\/atrium\/bin\/backup/,
      process.execPath,
    );
    await writeFile(units[nth] ?? '', unit);
  }
  expect(await toolOf('systemd-analyze', 'verify', ...units)).toBe('');
  for (const unit of units.filter((each) => each.endsWith('.service'))) {
    const score = /exposure level for \S+: ([\d.]+)/.exec(
      await toolOf('systemd-analyze', 'security', '--offline=true', '--no-pager', unit),
    );
    expect([unit, Number(score?.[1]) <= 2]).toEqual([unit, true]);
  }
});

it('a stop of the unit lets Atrium end its own database, and the machine ends other databases after it', async () => {
  const lines = (await text('systemd/atrium@.service')).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'After=network-online.target postgresql.service valkey-server.service',
      'KillMode=mixed',
      'LogRateLimitIntervalSec=0',
    ]),
  );
});

describe('containers', () => {
  interface Service {
    image: string;
    read_only?: boolean;
    cap_drop?: string[];
    security_opt?: string[];
    environment?: Record<string, string>;
    secrets?: string[];
    volumes?: string[];
    profiles: string[];
    healthcheck?: { start_period?: string };
    logging?: object;
    shm_size?: string;
  }
  interface Compose {
    services: Record<string, Service>;
    volumes: Record<string, object>;
    secrets: Record<string, { file: string }>;
  }
  const compose = async () => parse(await text('compose/compose.yaml'), { merge: true }) as Compose;
  const hostOf = (image: string) => /^[^/]*[.:][^/]*\//.exec(image)?.[0];

  it('run read-only without capabilities, from images of no particular host', async () => {
    const { services } = await compose();
    const profiles = (name: string) => Object.keys(services).filter((each) => services[each]?.profiles.includes(name));
    expect(profiles('small')).toEqual(['alone', 'proxy']);
    expect(profiles('full')).toEqual(['first', 'second', 'database', 'cache', 'proxy']);
    for (const [name, { image, read_only, cap_drop, security_opt }] of Object.entries(services)) {
      expect([name, hostOf(image)]).toEqual([name, undefined]);
      // PostgreSQL's image changes into its own account, and writes where it listens.
      if (name === 'database') continue;
      expect([name, read_only, cap_drop, security_opt]).toEqual([name, true, ['ALL'], ['no-new-privileges:true']]);
    }
  });

  it('keep a bounded log, and give PostgreSQL the memory that its processes share', async () => {
    const { services } = await compose();
    const logging = { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } };
    for (const [name, service] of Object.entries(services)) expect([name, service.logging]).toEqual([name, logging]);
    expect([services['alone']?.shm_size, services['database']?.shm_size]).toEqual(['256m', '256m']);
  });

  it('have a database whose roles are no superusers, and hosts that may be reached in plain in one place', async () => {
    const { services } = await compose();
    const { environment, volumes } = services['database'] ?? {};
    expect(environment).toEqual({ POSTGRES_PASSWORD_FILE: '/run/secrets/superuser_password' });
    expect(volumes).toContain('./roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro');
    const made = (await text('compose/roles.sh')).match(/^create .*$/gm);
    expect(made).toEqual([
      "create role atrium login createdb password :'owner';",
      "create role atrium_serving login password :'serving';",
      'create database atrium owner atrium;',
    ]);
    const settings = parseEnv(await text('compose/atrium.env.example'));
    const hosts = (await text('compose/make-secrets')).match(/(?<=@)\w+(?=:\d+)/g);
    expect(new Set(settings['PLAIN_HOSTS']?.split(','))).toEqual(new Set(hosts));
    // What compose.yaml sets would silently win over the file.
    for (const name of ['alone', 'first', 'second'])
      for (const setting of Object.keys(services[name]?.environment ?? {}))
        expect(settings).not.toHaveProperty(setting);
  });

  it('use each volume and secret, and have no secret among their settings', async () => {
    const { services, volumes, secrets } = await compose();
    const all = Object.values(services);
    const named = all.flatMap((service) => service.volumes ?? []).flatMap((each) => /^(\w+):/.exec(each)?.[1] ?? []);
    expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
    expect(new Set(all.flatMap((service) => service.secrets ?? []))).toEqual(new Set(Object.keys(secrets)));
    const ofBuckets = (await readFile(resolve(root, '.env.example'), 'utf8')).match(/^\w*S3_SECRET_KEY(?==)/gm) ?? [];
    expect(ofBuckets).toHaveLength(2);
    for (const name of ['alone', 'first', 'second'])
      expect(Object.keys(services[name]?.environment ?? {})).toEqual(
        expect.arrayContaining(ofBuckets.map((key) => `${key}_FILE`)),
      );
    const script = await text('compose/make-secrets');
    for (const name of Object.keys(secrets)) expect(script).toContain(`make ${name} "`);
    for (const { environment = {} } of all)
      for (const [name, value] of Object.entries(environment))
        expect([name, /SECRET|PASSWORD|TOKEN|DATABASE|REDIS/.test(name) && !value.startsWith('/run/secrets/')]).toEqual(
          [name, false],
        );
  });

  it('and units set only settings that exist', async () => {
    const example = await readFile(resolve(root, '.env.example'), 'utf8');
    const known = new Set(['NODE_ENV', ...(example.match(/^[A-Z][A-Z\d_]*(?==)/gm) ?? [])]);
    const { services } = await compose();
    const ours = ['alone', 'first', 'second'].flatMap((name) => Object.keys(services[name]?.environment ?? {}));
    const files = ['compose/atrium.env.example', 'systemd/atrium.env.example', 'systemd/atrium@.service', 'Dockerfile'];
    const inFiles = await Promise.all(
      files.map(
        async (file) => (await text(file)).match(/(?<=^|^Environment=.*|^ENV .*)\b[A-Z][A-Z\d_]*(?==)/gm) ?? [],
      ),
    );
    const set = [...ours, ...inFiles.flat()].filter((name) => name !== 'NODE' && name !== 'RELEASE');
    expect(set).toEqual(expect.arrayContaining(['APP_SECRET_FILE', 'MARKET_FEED_MAPPING', 'PORT']));
    expect(set.filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('make secrets once, and never over present ones', async () => {
    const copy = join(folder, 'make-secrets');
    await writeFile(copy, await text('compose/make-secrets'));
    expect(() => execFileSync('sh', [copy], { stdio: 'pipe' })).toThrow('the host name of APP_URL');
    expect(() => execFileSync('sh', [copy, 'clients.example.com'], { stdio: 'pipe' })).toThrow('the image');
    const words = [copy, 'clients.example.com', 'atrium:0.1.0'];
    execFileSync('sh', words);
    const secret = (name: string) => readFile(join(folder, 'secrets', name), 'utf8');
    const [owner, url] = [await secret('owner_password'), await secret('database_owner_url')];
    expect(url).toBe(`postgresql://atrium:${owner}@database:5432/atrium`);
    const cache = await secret('cache_settings');
    expect(await secret('redis_url')).toBe(`redis://:${cache.replace(/^requirepass /, '')}@cache:6379`);
    expect(cache).toMatch(/^requirepass [\da-f]{48}$/);
    expect((await secret('app_secret')).length).toBeGreaterThan(32);
    expect(() => execFileSync('sh', words, { stdio: 'pipe' })).toThrow('secrets');
    expect(await secret('owner_password')).toBe(owner);
    // Compose reads all variables before any command.
    const variables = parseEnv(await readFile(join(folder, '.env'), 'utf8'));
    expect(variables).toEqual({ ATRIUM_HOST: 'clients.example.com', ATRIUM_IMAGE: 'atrium:0.1.0' });
    const used = [...(await text('compose/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(variables)));
  });

  it('have documented commands that name a profile and its services, and give no variable of their own', async () => {
    const { services } = await compose();
    const files = ['deploy/README.md', 'docs/runbook.md', 'docs/running-it.md'];
    const lines = (await Promise.all(files.map((file) => readFile(resolve(root, file), 'utf8')))).flatMap((content) =>
      content.split('\n').filter((line) => line.includes('docker compose')),
    );
    const commands = lines.flatMap((line) => [...line.matchAll(/(?:[\w=.]+ )?docker compose ([^`|#]*)/g)]);
    expect(commands.length).toBeGreaterThan(10);
    // A command without an instance starts nothing else and leaves no container; backups are only copied out.
    const forms: Record<string, RegExp> = {
      run: /^ --rm --no-deps --entrypoint bin\/(?:restore|rewrap) (?:first|alone) /,
      cp: /^ --archive (?:first|alone):\/data\/backups \//,
    };
    for (const [command, words = ''] of commands) {
      const [, profile, verb, rest = ''] =
        /^--profile (small|full) (up|logs|ps|exec|stop|run|cp)\b(.*)$/.exec(words.trimEnd()) ?? [];
      expect([command, profile, verb]).toEqual([command, expect.anything(), expect.anything()]);
      expect([command, rest]).toEqual([command, expect.stringMatching(forms[verb ?? ''] ?? /^/)]);
      expect(command).not.toMatch(/=\S* docker/);
      const named = rest.split(' ').filter((word) => word in services);
      for (const name of named)
        expect([command, services[name]?.profiles]).toEqual([command, expect.arrayContaining([profile])]);
    }
    const readme = await text('README.md');
    expect(readme).toMatch(/^ *\.\/make-secrets \S+ atrium:\S+$/m);
    for (const [, name] of readme.matchAll(/^sed -i 's\/\^(\w+)=/gm)) expect(name).toBe('ATRIUM_IMAGE');
  });

  it('keep their secrets and settings out of git and of the image', async () => {
    const repository = join(folder, 'repository');
    execFileSync('git', ['init', '--quiet', repository]);
    await writeFile(join(repository, '.gitignore'), await readFile(resolve(root, '.gitignore'), 'utf8'));
    const files = ['secrets/app_secret', 'atrium.env', '.env'].map((file) => `deploy/compose/${file}`);
    const ignored = execFileSync('git', ['-C', repository, 'check-ignore', ...files], { encoding: 'utf8' });
    expect(ignored.trim().split('\n')).toEqual(files);
    expect((await text('Dockerfile.dockerignore')).split('\n')).toEqual(
      expect.arrayContaining(['**/.env', 'deploy/compose/atrium.env', 'deploy/compose/secrets']),
    );
  });

  it('build from files that exist, end as another account than root, and are asked for their health', async () => {
    const stages = (await text('Dockerfile')).split(/^FROM /m);
    const [, build = '', last = ''] = stages;
    const copied = [...build.matchAll(/^COPY (.*) \.\/$/gm)].flatMap(([, files = '']) => files.split(' '));
    expect(copied.filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
    expect(copied).toContain('package-lock.json');
    const { services } = await compose();
    for (const name of ['alone', 'first', 'second'])
      // Longer than the attempts of one migration at a table that is in use.
      expect([name, services[name]?.healthcheck?.start_period]).toEqual([name, '600s']);
    expect(last).toMatch(/^USER node\n(?:.*\n)*HEALTHCHECK .*\n.*readyz(?:.*\n)*ENTRYPOINT \["node"/m);
  });
});
