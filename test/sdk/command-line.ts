import { main } from '#sdk/cli/main.ts';

interface How {
  input?: string;
  env?: Record<string, string>;
  folder?: string;
}

/** What a command of the command line leaves: its exit code, and what it wrote. */
export async function runAtrium(words: readonly string[], { input = '', env = {}, folder = '/' }: How = {}) {
  let [output, complaint] = ['', ''];
  const code = await main(words, {
    env,
    folder,
    readInput: () => Promise.resolve(input),
    write: (text) => {
      output += text;
      return Promise.resolve();
    },
    complain: (text) => {
      complaint += text;
    },
  });
  return { code, output, complaint };
}
