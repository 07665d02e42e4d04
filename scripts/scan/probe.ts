import type { People } from './people.ts';
import type { Finding } from './finding.ts';
import { leavesOf } from './sample.ts';
import { callTarget, withSent, type Target } from './targets.ts';
import { faultsOf } from './watch.ts';

const mark = '<i>atrium</i>';

/** What breaks out of a statement, of a page, of a folder, of a line and of a text. */
const payloads = [`'"\\)--`, `"${mark}`, '../../../etc/passwd', 'a\r\nx-scan: 1', 'a\u0000b', '{"$gt": ""}'];

const hands = 4;

/** Puts each of them into every location of every call, once: scanners stop by the clock, this covers everything. */
export async function probe(url: string, people: People, targets: readonly Target[]) {
  const findings = new Map<string, Finding>();
  const waiting = targets.flatMap((target) =>
    leavesOf(target.sample).flatMap(([index, value]) =>
      payloads.map((payload) => ({ target, place: index, sent: payload === payloads[0] ? value + payload : payload })),
    ),
  );
  const calls = waiting.length;
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { target, place: index, sent } = next;
      const response = await callTarget(url, people, withSent(target, [[index, sent]]));
      const where = `${target.name} ${index}`;
      for (const one of faultsOf(response, where)) findings.set(`${one.kind} ${where} ${one.what}`, one);
      const isPage = /html|xml/.test(response.headers.get('content-type') ?? '');
      if (isPage && response.body.includes(mark))
        findings.set(where, { tool: 'answers', kind: 'markup', where, what: 'comes back as it was sent' });
      if (response.headers.has('x-scan'))
        findings.set(where, { tool: 'answers', kind: 'header', where, what: 'a line sent becomes a header' });
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
  return { findings: [...findings.values()], calls };
}
