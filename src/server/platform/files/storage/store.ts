/** The store of encrypted content. It knows names and bytes only: no owner, no type, no key. */
export interface FileStore {
  /** Stores content under a new name. When this returns it survives a power cut; when it throws, nothing is stored. */
  put(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** @throws Error when there is nothing under the name */
  open(name: string): Promise<AsyncIterable<Buffer>>;
  /** Nothing under the name is as good as removed. */
  remove(name: string): Promise<void>;
  /** All content, also incomplete uploads, with the time of the last change. */
  list(): AsyncIterable<{ name: string; changedAt: Date }>;
}
