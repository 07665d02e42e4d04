import type { Moment, Strike } from '#server/demo/stand-ins/strike.ts';

/** What has to be true at last. Says what is wrong, or null. */
export type Verdict = () => Promise<string | null>;

/** One lie of a provider, or one end of the server at some moment of a call. */
export interface Trial {
  /** What Atrium was doing. */
  path: string;
  name: string;
  kind: 'common' | 'own' | 'kill';
  /** Goes on for longer than a short run may last. */
  isLong?: boolean;
  run: () => Promise<Verdict>;
}

/** An adapter under examination, with its provider's stand-in. */
export interface Exam {
  trials: Trial[];
  /** What has to agree at last: both ledgers, object by object. */
  books: () => Promise<string[]>;
  /** Ends what a trial has planned and did not need. */
  calm: () => void;
  /** Of the connection; no log and no journal may have them. */
  secrets: string[];
  close: () => Promise<void>;
}

/** Calls of an adapter of one kind. */
export interface CallKind {
  method: string;
  path: RegExp;
}

interface Trigger extends CallKind {
  moment: Moment;
  act: () => unknown;
}

/** How long a call may take to come. */
const limitMs = 60_000;

/** What is to happen once each, at the next call that fits. */
export class Triggers {
  #planned: Trigger[] = [];

  readonly strike: Strike = (moment, path, method) => {
    const next = this.#planned.find((each) => each.moment === moment && each.method === method && each.path.test(path));
    if (!next) return undefined;
    this.#planned = this.#planned.filter((each) => each !== next);
    return next.act();
  };

  /** @returns settles when it has happened, and fails when it does not */
  once(trigger: Trigger): Promise<void> {
    const { method, path, moment } = trigger;
    const happens = new Promise<void>((happened, failed) => {
      const late = () => failed(new Error(`no call for ${limitMs / 1000} s: ${method} ${path.source}, ${moment}`));
      const timer = setTimeout(late, limitMs);
      const act = async () => {
        const result = await trigger.act();
        clearTimeout(timer);
        happened();
        return result;
      };
      this.#planned.push({ ...trigger, act });
    });
    // A trial may end before it waits for this.
    happens.catch(() => {});
    return happens;
  }

  clear(): void {
    this.#planned = [];
  }
}
