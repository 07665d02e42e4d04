/** The length of `{"$ref":"#/components/schemas/"},` around a name. */
const ofRef = 34;
const length = (names: readonly string[]) => names.reduce((sum, name) => sum + name.length + ofRef, 0);
/** A group that saves less is not worth its name. */
const leastSaved = 100;

/**
 * Refusals that stand together in several lists, each as one group with a name. Groups may hold groups. What is left
 * of a list, once its groups are opened, has the order that it had.
 */
export function groupRefusals(all: Iterable<readonly string[]>) {
  const lists = new Map([...all].map((list) => [list.join(' '), list]));
  const groups: Record<string, readonly string[]> = {};
  for (;;) {
    const name = `refusals.${Object.keys(groups).length + 1}`;
    const found = bestGroup([...lists.values(), ...Object.values(groups)], name);
    if (!found) break;
    for (const [key, list] of lists) lists.set(key, replaced(list, found, name));
    for (const [key, list] of Object.entries(groups)) groups[key] = replaced(list, found, name);
    groups[name] = found;
  }
  return { groups, grouped: (list: readonly string[]) => lists.get(list.join(' ')) ?? list };
}

/** The names that save most if they stand once, wherever they stand side by side. */
function bestGroup(lists: readonly (readonly string[])[], name: string): readonly string[] | undefined {
  const times = new Map<string, { names: readonly string[]; count: number }>();
  for (const list of lists) {
    for (let from = 0; from < list.length; from++) {
      for (let to = from + 2; to <= list.length; to++) {
        const names = list.slice(from, to);
        const key = names.join(' ');
        times.set(key, { names, count: (times.get(key)?.count ?? 0) + 1 });
      }
    }
  }
  let best: { names: readonly string[]; saved: number } | undefined;
  for (const { names, count } of times.values()) {
    const definition = length(names) + `"${name}":{"anyOf":[]},`.length;
    const saved = count * (length(names) - length([name])) - definition;
    if (saved >= leastSaved && saved > (best?.saved ?? 0)) best = { names, saved };
  }
  return best?.names;
}

function replaced(list: readonly string[], group: readonly string[], name: string): readonly string[] {
  const at = list.findIndex((_, index) => group.every((other, offset) => list[index + offset] === other));
  if (at === -1) return list;
  return [...list.slice(0, at), name, ...list.slice(at + group.length)];
}
