import { stored } from '#contract/kernel/constants.ts';
import { root } from '../run.ts';
import type { Finding } from './finding.ts';
import { weaknesses } from './policy.ts';
import type { ResponseBody } from './wire.ts';

/** Headers of docs/security.md that every response has. */
const always: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^(DENY|SAMEORIGIN)$/,
  'referrer-policy': /^no-referrer$/,
  'permissions-policy': /microphone=\(\).*geolocation=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=\d{8,}; includeSubDomains/,
};

/** Headers that would reveal our software to strangers, or allow foreign pages to read. */
const never = /^(server|x-powered-by|access-control-.*|x-aspnet-version|via)$/;

/** What only the inside knows. Words that the scanner sent may come back; none of these is among them. */
const inside: [what: string, pattern: RegExp][] = [
  ['a stack', /\n\s+at (async )?[\w.<>]+ \(|\(node:internal\//],
  ['a path of this machine', new RegExp(`node_modules/|dist/server/|${root}/`)],
  ['words of the database', /at or near "|violates \w+(-\w+)? constraint|relation "\w+" does not exist|SQLSTATE/],
  ['a dump of an object', /\[object Object\]/],
];

/** Everything that is wrong with one response, whatever the call. `what` names the address without its values. */
export function faultsOf(response: ResponseBody, what: string): Finding[] {
  const fault = (kind: string, text: string): Finding => ({ tool: 'answers', kind, where: what, what: text });
  return [
    ...(response.status >= 500 && !isBusy(response) ? [fault('defect', `status ${response.status}`)] : []),
    ...headerFaults(response).map((text) => fault('header', text)),
    ...weaknesses(response.headers.get('content-security-policy')).map((text) => fault('content policy', text)),
    ...response.headers
      .getSetCookie()
      .flatMap(cookieFaults)
      .map((text) => fault('cookie', text)),
    ...bodyFaults(response).map((text) => fault('leak', `shows ${text}`)),
  ];
}

/** Who comes when all hands are full is asked to come again. */
const isBusy = ({ status, headers }: ResponseBody) => status === 503 && headers.has('retry-after');

function headerFaults({ headers, path, body }: ResponseBody): string[] {
  const type = headers.get('content-type') ?? '';
  const missing = Object.entries(always).filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ''));
  const isTextual = /^(text\/|application\/(json|javascript))/.test(type);
  return [
    ...missing.map(([name]) => `no ${name}, or another one`),
    ...[...headers.keys()].filter((name) => never.test(name)).map((name) => `has ${name}`),
    ...(body.length > 0 && type === '' ? ['no content-type'] : []),
    ...(isTextual && !/charset=utf-8/i.test(type) ? [`no charset of ${type}`] : []),
    ...(path.startsWith('/api/') &&
    !isForEverybody(path) &&
    !/no-store|no-cache|private/.test(headers.get('cache-control') ?? '')
      ? ['may be kept by caches']
      : []),
  ];
}

const isForEverybody = (path: string) => /^\/api\/(docs|openapi)/.test(path);

/** Names that pages read themselves, as docs/security.md says of each. */
const readByPages = new Set<string>([
  'token',
  'locale',
  'user-theme',
  'intended-path',
  'welcomeMessageShown',
  stored.antiForgeryCookie,
]);

function cookieFaults(line: string): string[] {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const name = pair.slice(0, pair.indexOf('='));
  const has = (pattern: RegExp) => attributes.some((one) => pattern.test(one));
  return [
    ...(has(/^secure$/i) ? [] : [`${name} goes over plain http`]),
    ...(has(/^samesite=(lax|strict)$/i) ? [] : [`${name} goes to foreign pages`]),
    ...(has(/^httponly$/i) || readByPages.has(name) ? [] : [`${name} is read by scripts`]),
    ...(has(/^domain=/i) ? [`${name} goes to other hosts`] : []),
  ];
}

function bodyFaults({ headers, body }: ResponseBody): string[] {
  if (!/json|text|html|javascript|xml|^$/.test(headers.get('content-type') ?? '')) return [];
  const text = body.toString('utf8');
  return inside.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
}
