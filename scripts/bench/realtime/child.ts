import { fork } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../run.ts';

/** Another process, which gets requests and responds once to each. */
export interface Child {
  request<T>(what: object): Promise<T>;
  /** Waits for its end. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** @param script a file of this folder */
export function startChild(script: string, ...words: string[]): Child {
  const child = fork(`scripts/bench/realtime/${script}`, words, {
    cwd: root,
    execArgv: ['--import', 'tsx', '--expose-gc'],
  });
  const ended = once(child, 'exit');
  return {
    async request<T>(what: object) {
      const response = once(child, 'message');
      child.send(what);
      const [first] = (await Promise.race([
        response,
        ended.then(() => Promise.reject(new Error(`${script} ended`))),
      ])) as [T];
      return first;
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

/** Answers what the parent asks, one thing at a time. */
export function answering(actions: Record<string, (what: never) => Promise<object>>): void {
  process.on('message', (what: { action: string }) => {
    void actions[what.action]?.(what as never).then((response) => process.send?.(response));
  });
}
