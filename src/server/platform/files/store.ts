/** Where sealed content lies. It knows names and bytes only: no owner, no type, no key. */
export interface FileStore {
  /**
   * Keeps content under a name that has none yet. When this returns it survives a power cut; when it throws, nothing
   * is kept.
   */
  put(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** @throws Error when there is nothing under the name */
  open(name: string): Promise<AsyncIterable<Buffer>>;
  /** Nothing under the name is as good as removed. */
  remove(name: string): Promise<void>;
  /** Everything there, also what never became whole, with the time of its last change. */
  list(): AsyncIterable<{ name: string; changedAt: Date }>;
}
