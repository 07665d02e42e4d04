/** The store of encrypted content. It knows names and bytes only: no owner, no type, no key. */
export interface FileStore {
  /** Stores content under a new name. When this returns it survives a power cut; when it throws, no row may name it. */
  put(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** @throws Error that `isMissing` recognises when there is nothing under the name */
  open(name: string): Promise<AsyncIterable<Buffer>>;
  /** Nothing under the name is as good as removed. */
  remove(name: string): Promise<void>;
  /** All content, also incomplete uploads, with the time of the last change. */
  list(): AsyncIterable<{ name: string; changedAt: Date }>;
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** For the failure of `open`: nothing where there is nothing. */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Content of at most the size of an upload. */
export async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

export async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
