import { z } from 'zod';
import type { Connection, Io } from './adapter.ts';
import type { OutgoingAnswer, Purpose } from './guarded-fetch.ts';
import type { Hooks } from './hooks.ts';
import type { Outcome } from './outcome.ts';
import { readJson } from './read-json.ts';
import { checkWireSignature, wireSignature } from './wire-signature.ts';

/** A call by the wire: a GET with its query, else a POST of its body. */
type WireCall = Purpose & { url: string } & (
    | { query: Readonly<Record<string, string>> }
    | { body: object; key?: string }
  );

export interface Wire {
  /** @param as signed otherwise than it should be, for the test of a connection */
  call(of: WireCall, as?: { secret?: string; aheadS?: number }): Promise<OutgoingAnswer>;
  verify: Hooks['verify'];
}

/**
 * The wire that we document ourselves, for a service between Atrium and a provider that has no adapter of its own: JSON
 * with a token, signed both ways. Ours is the newer of two secrets, and theirs either.
 */
export function openWire({ secrets }: Pick<Connection<unknown>, 'secrets'>, io: Pick<Io, 'http' | 'now'>): Wire {
  const [bearer = ''] = secrets['bearer'] ?? [];
  const signing = secrets['signing_secret'] ?? [];
  return {
    verify: ({ headers, raw }) => checkWireSignature(signing, headers['x-signature'], raw, io.now()),
    call(of, { secret = signing[0] ?? '', aheadS = 0 } = {}) {
      const { purpose, ref, expects, url } = of;
      const about = { purpose, ref, ...(expects !== undefined && { expects }) };
      const text = 'query' in of ? new URLSearchParams(of.query).toString() : JSON.stringify(of.body);
      const seconds = Math.floor(io.now().getTime() / 1000) + aheadS;
      const headers = {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'x-signature': wireSignature(secret, seconds, text),
      };
      if ('query' in of) {
        const address = text === '' ? url : `${url}?${text}`;
        return io.http({ ...about, method: 'GET', url: address, headers });
      }
      const keyed = of.key === undefined ? headers : { ...headers, 'idempotency-key': of.key };
      return io.http({ ...about, method: 'POST', url, headers: keyed, body: text });
    },
  };
}

const refusal = z.object({ code: z.string().max(60), message: z.string() });

/**
 * What an answer says by its status: only 4xx with a code is a refusal. A call that is under way or one too many ends by
 * itself, a wrong token by the operator. Null for one that is to be read.
 */
function wireFailure(answer: OutgoingAnswer): Exclude<Outcome<never>, { kind: 'done' }> | null {
  if (answer.failure !== null)
    return answer.sent
      ? { kind: 'unknown', detail: answer.reason }
      : { kind: 'refused', code: answer.failure, text: answer.reason, again: 'later' };
  const { status } = answer;
  if (status < 400) return null;
  const why = status < 500 ? readJson(answer, refusal) : undefined;
  if (!why) return { kind: 'unknown', detail: `status ${status} without code and message` };
  const again =
    status === 409 || status === 429 ? 'later' : status === 401 || status === 403 ? 'after_change' : 'never';
  return { kind: 'refused', code: why.code, text: `${status} ${why.code}: ${why.message}`, again };
}

/** An answer in the documented form. */
export function readWire<Shape extends z.ZodType>(answer: OutgoingAnswer, shape: Shape): Outcome<z.output<Shape>> {
  const failed = wireFailure(answer);
  if (failed) return failed;
  const value = answer.failure === null && answer.status < 300 ? readJson(answer, shape) : undefined;
  return value === undefined
    ? { kind: 'unknown', detail: 'an answer of another shape than is documented' }
    : { kind: 'done', value };
}

/** The same of a look-up; null where there is nothing by that reference. */
export function findByWire<Shape extends z.ZodType>(
  answer: OutgoingAnswer,
  shape: Shape,
): Outcome<z.output<Shape> | null> {
  const isMissing = answer.failure === null && answer.status === 404 && readJson(answer, refusal)?.code === 'unknown';
  return isMissing ? { kind: 'done', value: null } : readWire(answer, shape);
}
