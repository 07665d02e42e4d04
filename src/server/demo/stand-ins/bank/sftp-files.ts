import { posix } from 'node:path';
import ssh2, { type Attributes } from 'ssh2';
import type { Files, StoredFile } from './bank.ts';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** A refusal in the codes of SFTP, as OpenSSH answers them. */
export class Status extends Error {
  readonly code: number;
  constructor(name: keyof typeof STATUS_CODE) {
    super(name);
    this.code = STATUS_CODE[name];
  }
}

export interface Named {
  filename: string;
  longname: string;
  attrs: Attributes;
}

/** An open file: what is written goes into a buffer that grows. */
interface OpenFile {
  path: string;
  file: StoredFile;
  isWritten: boolean;
  isReadable: boolean;
  /** Longer than the file, so that not every write copies it. */
  space: Buffer;
  /** What else arrives is dropped. */
  isCutShort: boolean;
}

export type Opened = OpenFile | { listing: Named[] };

/** Without a leading slash; of the root nothing. */
export const keyOf = (path: string): string => posix.resolve('/', path).slice(1);

/** The folders of one bank, with the operations of SFTP version 3 on them. */
export class SftpFiles {
  readonly files: Files;
  readonly folders = new Set(['', 'in', 'out']);
  readonly #now: () => Date;
  readonly #written = new Map<string, number>();

  constructor(files: Files, now: () => Date) {
    this.files = files;
    this.#now = now;
  }

  /** Whether someone still writes it. */
  isOpen = (path: string): boolean => (this.#written.get(path) ?? 0) > 0;

  open(path: string, flags: number): OpenFile {
    const key = keyOf(path);
    const isWritten = (flags & OPEN_MODE.WRITE) !== 0;
    if (this.folders.has(key)) throw new Status('FAILURE');
    this.#checkFolder(key);
    if (isWritten) this.#checkWritable(key);
    let file = this.files.get(key);
    if (!file && (flags & OPEN_MODE.CREAT) === 0) throw new Status('NO_SUCH_FILE');
    if (file && (flags & OPEN_MODE.CREAT) !== 0 && (flags & OPEN_MODE.EXCL) !== 0) throw new Status('FAILURE');
    file ??= { body: Buffer.alloc(0), changedAt: this.#now() };
    if ((flags & OPEN_MODE.TRUNC) !== 0) file.body = Buffer.alloc(0);
    this.files.set(key, file);
    if (isWritten) this.#written.set(key, (this.#written.get(key) ?? 0) + 1);
    const isReadable = (flags & OPEN_MODE.READ) !== 0;
    return { path: key, file, isWritten, isReadable, space: file.body, isCutShort: false };
  }

  close({ path, isWritten }: OpenFile): void {
    if (isWritten) this.#written.set(path, (this.#written.get(path) ?? 1) - 1);
  }

  read({ file, isReadable }: OpenFile, offset: number, length: number): Buffer {
    if (!isReadable) throw new Status('NO_SUCH_FILE');
    if (offset >= file.body.length) throw new Status('EOF');
    return file.body.subarray(offset, offset + length);
  }

  /** @param isCutShort whether half of it is kept, and nothing of what follows */
  write(open: OpenFile, offset: number, data: Buffer, isCutShort: boolean): void {
    if (!open.isWritten) throw new Status('NO_SUCH_FILE');
    if (open.isCutShort) return;
    open.isCutShort = isCutShort;
    const kept = isCutShort ? data.subarray(0, Math.floor(data.length / 2)) : data;
    const end = Math.max(offset + kept.length, open.file.body.length);
    if (end > open.space.length) {
      const space = Buffer.alloc(end * 2);
      open.file.body.copy(space);
      open.space = space;
    }
    kept.copy(open.space, offset);
    open.file.body = open.space.subarray(0, end);
    open.file.changedAt = this.#now();
  }

  attributes(path: string): Attributes {
    const key = keyOf(path);
    if (this.folders.has(key)) return attributesOf(null, this.#now());
    const file = this.files.get(key);
    if (!file) throw new Status('NO_SUCH_FILE');
    return attributesOf(file, file.changedAt);
  }

  list(path: string): Named[] {
    const key = keyOf(path);
    if (!this.folders.has(key)) throw new Status('NO_SUCH_FILE');
    const isIn = (each: string) => each !== '' && posix.dirname(`/${each}`) === `/${key}`;
    const folders = [...this.folders].filter(isIn).map((each) => named(posix.basename(each), null, this.#now()));
    const files = [...this.files].filter(([each]) => isIn(each));
    return [
      named('.', null, this.#now()),
      named('..', null, this.#now()),
      ...folders,
      ...files.map(([each, file]) => named(posix.basename(each), file, file.changedAt)),
    ];
  }

  /** As version 3 has it: no file is replaced. */
  rename(from: string, to: string): void {
    const [source, target] = [keyOf(from), keyOf(to)];
    const file = this.files.get(source);
    if (!file) throw new Status(this.folders.has(source) ? 'PERMISSION_DENIED' : 'NO_SUCH_FILE');
    this.#checkFolder(target);
    this.#checkWritable(source);
    this.#checkWritable(target);
    if (this.files.has(target) || this.folders.has(target)) throw new Status('FAILURE');
    this.files.delete(source);
    this.files.set(target, file);
  }

  remove(path: string): void {
    const key = keyOf(path);
    if (this.folders.has(key)) throw new Status('FAILURE');
    if (!this.files.delete(key)) throw new Status('NO_SUCH_FILE');
  }

  makeFolder(path: string): void {
    const key = keyOf(path);
    this.#checkFolder(key);
    if (this.files.has(key) || this.folders.has(key)) throw new Status('FAILURE');
    this.#checkWritable(key);
    this.folders.add(key);
  }

  #checkFolder(key: string): void {
    if (!this.folders.has(posix.dirname(`/${key}`).slice(1))) throw new Status('NO_SUCH_FILE');
  }

  /** The customer writes below `in/` alone. */
  #checkWritable(key: string): void {
    if (!key.startsWith('in/')) throw new Status('PERMISSION_DENIED');
  }
}

const attributesOf = (file: StoredFile | null, changedAt: Date): Attributes => {
  const seconds = Math.floor(changedAt.getTime() / 1000);
  const size = file?.body.length ?? 4096;
  return { mode: file ? 0o100640 : 0o040750, uid: 1000, gid: 1000, size, atime: seconds, mtime: seconds };
};

function named(filename: string, file: StoredFile | null, changedAt: Date): Named {
  const attrs = attributesOf(file, changedAt);
  const date = changedAt.toUTCString();
  const shown = `${date.slice(8, 11)} ${date.slice(5, 7)} ${date.slice(17, 22)}`;
  const longname = `${file ? '-rw-r-----' : 'drwxr-x---'}    1 bank     bank     ${String(attrs.size).padStart(8)} ${shown} ${filename}`;
  return { filename, longname, attrs };
}
