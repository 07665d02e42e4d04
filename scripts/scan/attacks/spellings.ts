import { api } from '#contract/api.ts';
import { spellings } from '#test/endpoints/path-spellings.ts';
import { of } from '../people.ts';
import { exchange } from '../wire.ts';
import { newClient, type Attack } from './ground.ts';

/** What is tried here besides: the case of later parts, and what some routers drop at an end. */
const more: Record<string, (path: string) => string> = {
  'a capital of a later part': (path) => path.replace(/(?<=^\/\w+\/)[a-z]/, (letter) => letter.toUpperCase()),
  'a letter encoded twice': (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  'a slash at the end': (path) => `${path}/`,
  'encoded space at the end': (path) => `${path}%20`,
  'a null at the end': (path) => `${path}%00`,
  'a parameter of a part': (path) => path.replace(/(?<=^\/\w+)\//, ';x=1/'),
  'a dot segment within': (path) => path.replace(/(?<=^\/\w+)\//, '/./'),
  'a part and back': (path) => path.replace(/(?<=^\/\w+)\//, '/x/../'),
};

const hands = 8;

/** Where another spelling is that of another call, with something in its place, it is no other spelling. */
const patterns = Object.values(api).map(({ route }) => {
  const [method = '', pattern = ''] = route.split(' ');
  return { method, shape: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]*')}$`) };
});
const isCall = (method: string, path: string) => patterns.some((one) => one.method === method && one.shape.test(path));

/** Every call of the contract in every other spelling, by a client who is signed in and hides nothing of what our pages send. */
export const trySpellings: Attack = async (ground) => {
  const client = await newClient(ground);
  const headers = { ...of(client.browser), 'content-type': 'application/json' };
  const waiting = Object.entries(api).flatMap(([name, { route }]) => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:\w+/g, 'x');
    return Object.entries({ ...spellings, ...more })
      .map(([how, spell]) => ({ name, method, how, path: spell(path) }))
      .filter((one) => one.path !== path && !isCall(method, one.path));
  });
  const tried = waiting.length;
  const holes: string[] = [];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { name, method, how, path } = next;
      const { status } = await exchange(ground.url, {
        method,
        path,
        headers,
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      if (status !== 400 && status !== 404) holes.push(`${name} with ${how} answers ${status}: ${method} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
  return { tried: `${tried} spellings of ${Object.keys(api).length} calls`, holes };
};
