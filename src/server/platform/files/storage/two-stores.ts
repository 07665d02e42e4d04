import { isMissing, unlessMissing, type FileStore } from './store.ts';

/**
 * New content goes to `present`; what is still in `former` is served as well, so that files can be moved between the two
 * while they are used.
 */
export function twoStores(present: FileStore, former: FileStore): FileStore {
  return {
    put: (name, content) => present.put(name, content),
    async open(name) {
      let trouble: unknown;
      const first = await present.open(name).catch((error: unknown) => void (trouble = error));
      const found = first ?? (await former.open(name).catch(unlessMissing));
      if (found) return found;
      if (!isMissing(trouble)) throw trouble;
      // It may have been moved between the two looks.
      return present.open(name);
    },
    async remove(name) {
      await Promise.all([present.remove(name), former.remove(name)]);
    },
    async *list() {
      yield* present.list();
      yield* former.list();
    },
  };
}
