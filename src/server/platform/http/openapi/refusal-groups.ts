import { freeName } from './shared-parts.ts';

type List = readonly string[];

/** Longer runs than that are found as groups of groups. */
const longestRun = 6;

/** How many characters of a document a list of references costs. */
const sizeOf = (names: List): number =>
  names.reduce((sum, name) => sum + `{"$ref":"#/components/schemas/${name}"},`.length, 0);
const sizeOfGroup = (name: string): number => `"${name}":{"anyOf":[]},`.length;

/**
 * What comes one after the other in several lists, under a name of its own, so that each list names it in one line. The
 * order within a list stays. A group may stand in another one.
 */
export function groupsOf(lists: readonly List[]) {
  const groups: Record<string, List> = {};
  let left = [...new Map(lists.map((list) => [list.join(' '), list])).values()];
  for (let best = bestRun(left, groups); best; best = bestRun(left, groups)) {
    const { name, run } = best;
    groups[name] = run;
    left = left.map((list) => withGroup(list, name, run));
  }
  return {
    groups,
    /** A list with the names of groups in place of what they hold. */
    grouped: (list: List): List =>
      Object.entries(groups).reduce((names, [name, run]) => withGroup(names, name, run), list),
  };
}

/** The run that saves most, with its name; none when none saves anything. */
function bestRun(lists: readonly List[], taken: Readonly<Record<string, List>>) {
  const found = new Map<string, { run: List; times: number }>();
  for (const list of lists) {
    for (let from = 0; from < list.length - 1; from += 1) {
      for (let to = from + 2; to <= Math.min(list.length, from + longestRun); to += 1) {
        const run = list.slice(from, to);
        const known = found.get(run.join(' '));
        if (known) known.times += 1;
        else found.set(run.join(' '), { run, times: 1 });
      }
    }
  }
  let best: { name: string; run: List; saved: number } | undefined;
  for (const { run, times } of found.values()) {
    if (times < 2) continue;
    const name = freeName(`${run[0] ?? ''}.group`, taken);
    const size = sizeOf(run);
    const saved = times * (size - sizeOf([name])) - size - sizeOfGroup(name);
    if (saved > 0 && saved > (best?.saved ?? 0)) best = { name, run, saved };
  }
  return best;
}

/** A list with a name in place of a run, wherever it has it. */
function withGroup(list: List, name: string, run: List): List {
  for (let at = 0; at + run.length <= list.length; at += 1)
    if (run.every((each, index) => list[at + index] === each))
      return [...list.slice(0, at), name, ...withGroup(list.slice(at + run.length), name, run)];
  return list;
}
