import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import ssh2, { type FileEntryWithStats, type SFTPWrapper, type Stats } from 'ssh2';

/** How we sign in, and the fingerprint by which the server is known, as OpenSSH prints it. */
export interface SignIn {
  username: string;
  password?: string | undefined;
  privateKey?: string | undefined;
  hostKey: string;
}

/** What of SFTP the exchange of files needs. Every promise fails once the connection is gone. */
export interface SftpSession {
  /** Null where there is nothing. */
  stat(path: string): Promise<Stats | null>;
  list(folder: string): Promise<FileEntryWithStats[]>;
  write(path: string, content: Buffer): Promise<void>;
  /** Look first whether there is something under the new name: it may be replaced. */
  rename(from: string, to: string): Promise<void>;
  read(path: string): AsyncIterable<Buffer>;
}

/** The server has shown another key than the one that was entered: it may be another server. */
export class OtherHostKey extends Error {
  constructor(shown: string) {
    super(`the server shows the key ${shown}, which is not the one that was entered`);
  }
}

const signInMs = 10_000;
/** SSH_FX_NO_SUCH_FILE */
const noSuchFile = 2;

/** As `ssh-keygen -lf` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/**
 * Signs in over a socket, uses the session and ends it.
 * @throws OtherHostKey before anything secret is sent, Error when signing in fails or the connection breaks off
 */
export async function withSftp<T>(socket: Socket, who: SignIn, act: (session: SftpSession) => Promise<T>): Promise<T> {
  const client = new ssh2.Client();
  let otherKey: OtherHostKey | undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    client.on('error', (error) => reject(otherKey ?? error));
    client.on('close', () => reject(otherKey ?? new Error('the server closed the connection')));
  });
  // It is waited for by every step, and at rest by none.
  broken.catch(() => {});
  const orBroken = <V>(step: Promise<V>): Promise<V> => Promise.race([step, broken]);
  try {
    const sftp = await orBroken(
      new Promise<SFTPWrapper>((resolve, reject) => {
        client.on('ready', () => client.sftp((error, opened) => (error ? reject(error) : resolve(opened))));
        client.connect({
          sock: socket,
          username: who.username,
          ...(who.password !== undefined && { password: who.password }),
          ...(who.privateKey !== undefined && { privateKey: who.privateKey }),
          readyTimeout: signInMs,
          hostVerifier: (key: Buffer) => {
            const shown = fingerprintOf(key);
            if (shown !== who.hostKey) otherKey = new OtherHostKey(shown);
            return otherKey === undefined;
          },
        });
      }),
    );
    // Each step of it fails once the connection is gone, so that it can say itself how far it came.
    return await act(sessionOf(sftp, orBroken));
  } finally {
    client.end();
  }
}

function sessionOf(sftp: SFTPWrapper, orBroken: <V>(step: Promise<V>) => Promise<V>): SftpSession {
  /** Runs a call that ends with a callback. */
  const step = <V>(run: (done: (error: Error | null | undefined, value: V) => void) => void): Promise<V> =>
    orBroken(new Promise<V>((resolve, reject) => run((error, value) => (error ? reject(error) : resolve(value)))));
  return {
    stat: (path) =>
      step<Stats>((done) => sftp.stat(path, done)).catch((error: unknown) => {
        if ((error as { code?: unknown }).code === noSuchFile) return null;
        throw error;
      }),
    list: (folder) => step<FileEntryWithStats[]>((done) => sftp.readdir(folder, done)),
    write: (path, content) =>
      step<undefined>((done) => sftp.writeFile(path, content, (error) => done(error, undefined))),
    // In one step where the server can: the other way is two, between which a server may die.
    rename: (from, to) =>
      step<undefined>((done) => {
        const ended = (error: Error | null | undefined) => done(error, undefined);
        try {
          sftp.ext_openssh_rename(from, to, ended);
        } catch {
          sftp.rename(from, to, ended);
        }
      }),
    async *read(path) {
      const content = sftp.createReadStream(path);
      // The iterator throws what happens while it reads. What comes after that, as the connection ends, is of no interest, and
      // without a listener it would end the process.
      content.on('error', () => {});
      const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      try {
        for (let next = await orBroken(chunks.next()); !next.done; next = await orBroken(chunks.next()))
          yield next.value;
      } finally {
        content.destroy();
      }
    },
  };
}
