import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

interface Example {
  body?: unknown;
  response: unknown;
}

const file = resolve(import.meta.dirname, '../../src/server/platform/http/openapi/program-examples.json');
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** What a run makes up, and a value that stays. */
const madeUp: readonly [RegExp, string][] = [
  [new RegExp(`${uuid.source}@`, 'g'), 'anna@'],
  [/person-\d+@/g, 'ben@'],
  [/T\d{5,8}/g, 'NHBR'],
  [/AT-\w{4}-\w{4}/g, 'AT-Q8GT-KCK2'],
  [/PAY[\dA-Z]{11}/g, 'PAY23MP24FXG95'],
  [/[\da-f]{64}/g, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [/(?<=\/autologin\/)[\w-]{43}/g, 'd58KXJlE_pdFMEKeklnTAUOeBWN5NSsHjTpNSkBo1gM'],
  [/http:\/\/atrium\.test/g, 'https://clients.example.com'],
  [/(?:Ben’s own words ?)+/g, 'When will my withdrawal arrive?'],
];

/** Values that are the same after each run; the ids of one call stay apart, and the first is the one that addresses show. */
function settled(value: unknown): unknown {
  const text = madeUp.reduce((all, [made, constant]) => all.replaceAll(made, constant), JSON.stringify(value));
  const ids = [...new Set(text.match(uuid))];
  const idOf = (id: string) => `0199a3c4-5b7e-7c11-9d2e-6f8a1b2c3d${(0x4e + ids.indexOf(id)).toString(16)}`;
  return JSON.parse(text.replaceAll(uuid, idOf));
}

const ofOneRow = (response: object) =>
  'data' in response && Array.isArray(response.data) ? { ...response, data: response.data.slice(0, 1) } : response;

/** Notes a call of each operation of the operator’s API, as an example for its document. */
export function openExamples() {
  const examples: Record<string, Example> = {};
  let last: Example | undefined;
  return {
    fetch: (async (input, init) => {
      const answer = await fetch(input, init);
      const { body } = init ?? {};
      const response = ofOneRow((await answer.clone().json()) as object);
      last = settled({ ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }), response }) as Example;
      return answer;
    }) satisfies typeof fetch,
    /** The last call was one of this operation. */
    note(operation: string): void {
      if (last) examples[operation] = last;
    },
    /** Stores them where the document has them from, when that is asked for. */
    async store(): Promise<void> {
      if (process.env['EXAMPLES'] === 'write') await writeFile(file, `${JSON.stringify(examples, null, 2)}\n`);
    },
  };
}
