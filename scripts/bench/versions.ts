import { resolve } from 'node:path';
import { themes } from '#contract/kernel/constants.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import { newBrowser, type Browser } from '#test/browser.ts';
import { register } from '../fault/hand.ts';
import { run } from '../run.ts';
import { callAs, newSessionKey } from './signed-in.ts';
import { cpuTime, median } from './cpu-time.ts';
import { startInstallation, type Installation } from './installation.ts';

/**
 * `npm run bench:versions -- <built tree> [rounds] [calls]`: what a call of a signed-in client costs here, in a browser without a key
 * and in one that proves its session with a key, beside the same call in another tree of this project. In each round they
 * take turns, forwards and backwards; a ratio is the median of the rounds' own ratios to the other tree.
 */
const [otherTree, rounds = 31, calls = 300] = process.argv.slice(2);
const hands = 4;
/** A fresh installation with simulated prices first writes two years of them down, which would be measured too. */
const env = { MARKET_FEED: 'websocket', MARKET_FEED_URL: 'ws://127.0.0.1:9' };

const actions = {
  'read: who am I': () => ['/api/client-info', {}] as const,
  'read: wallets': () => ['/api/wallets', {}] as const,
  'write: theme': (turn: number) =>
    ['/api/settings/profile-settings', { theme: turn % 2 === 0 ? themes[0] : themes[1] }] as const,
};
type Action = keyof typeof actions;

interface Case {
  name: string;
  installation: Installation;
  browsers: Browser[];
}

interface Cost {
  /** Of the server's process, for a call. */
  cpuMs: number;
  /** From the first call to the last response, divided by the calls. */
  wallMs: number;
}

/** Clients who are signed in: each registers in a browser of its own. */
async function signUp(url: string, withKey: boolean): Promise<Browser[]> {
  const browsers = Array.from({ length: hands }, () => newBrowser(demoSecret));
  for (const browser of browsers) {
    const key = withKey ? { session_key: newSessionKey() } : {};
    await register(url, browser, (to, route, { body }) => callAs(to, browser, route.slice(5), { ...body, ...key }));
  }
  return browsers;
}

async function measure({ installation: { url, pid }, browsers }: Case, action: Action, count: number): Promise<Cost> {
  const [cpuBefore, began] = [await cpuTime(pid), performance.now()];
  let turn = 0;
  const work = async (browser: Browser) => {
    while (turn < count) {
      const [path, body] = actions[action]((turn += 1));
      await callAs(url, browser, path, body);
    }
  };
  await Promise.all(browsers.map(work));
  const wallMs = (performance.now() - began) / count;
  return { cpuMs: ((await cpuTime(pid)) - cpuBefore) / count, wallMs };
}

function lineOf(action: Action, name: string, costs: Cost[], limits: Cost[]): string {
  const ratio = (key: keyof Cost) =>
    median(costs.map((cost, round) => cost[key] / (limits[round]?.[key] ?? Number.NaN)));
  const shown = (key: keyof Cost) => `${median(costs.map((cost) => cost[key])).toFixed(2)} | ${ratio(key).toFixed(3)}`;
  return `| ${action} | ${name} | ${shown('cpuMs')} | ${shown('wallMs')} |`;
}

if (otherTree === undefined) {
  console.error('Name a built tree to compare with: npm run bench:versions -- ../before');
  process.exit(2);
}
if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const [other, own] = [await startInstallation({ tree: resolve(otherTree), env }), await startInstallation({ env })];
try {
  const cases: Case[] = [
    { name: 'the other tree', installation: other, browsers: await signUp(other.url, false) },
    { name: 'here, without a key', installation: own, browsers: await signUp(own.url, false) },
    { name: 'here, with a key', installation: own, browsers: await signUp(own.url, true) },
  ];
  console.log('| call | tree | CPU ms | to the other | ms | to the other |\n|---|---|---|---|---|---|');
  for (const action of Object.keys(actions) as Action[]) {
    const costs = cases.map((): Cost[] => []);
    for (const each of cases) await measure(each, action, Number(calls) / 2);
    for (let round = 0; round < Number(rounds); round += 1) {
      const order = [...cases.keys()];
      for (const nth of round % 2 === 0 ? order : order.toReversed())
        costs[nth]?.push(await measure(cases[nth] as Case, action, Number(calls)));
    }
    cases.forEach(({ name }, nth) => console.log(lineOf(action, name, costs[nth] ?? [], costs[0] ?? [])));
  }
} finally {
  await Promise.all([other.stop(), own.stop()]);
}
