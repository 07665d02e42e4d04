import { failure, type Answer } from './calls.ts';

/** A first answer, which each repetition gets too; another request with its key is refused. */
interface Kept {
  request: string;
  answer: Answer | null;
}

/** Idempotency as Stripe documents it: a key with other parameters is an error, and one that is in use is a conflict. */
export class Keys {
  readonly #kept = new Map<string, Kept>();

  run(key: string | undefined, request: string, work: () => Answer): Answer {
    if (key === undefined) return work();
    const kept = this.#kept.get(key);
    if (kept && kept.request !== request)
      return failure(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
      );
    if (kept?.answer) return kept.answer;
    const answer = work();
    this.#kept.set(key, { request, answer });
    return answer;
  }
}
