import { createECDH, createHash, createPrivateKey, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2';
import type { Lies } from '../lies.ts';
import type { Strike } from '../strike.ts';
import type { Files, StoredFile } from './bank.ts';
import { keyOf, SftpFiles, Status, type Opened } from './sftp-files.ts';

const { STATUS_CODE } = ssh2.utils.sftp;

/**
 * What the server may do: end the connection after a write or a rename before it answers, keep half of what is written, leave the newest
 * file out of a list, show half of it until the next one, come with another key of the host, refuse whom it knows, and say nothing more.
 */
export const serverLies = [
  'dies_after_write',
  'dies_after_rename',
  'short_write',
  'hides_file',
  'grows',
  'other_host_key',
  'refuses_password',
  'silent',
] as const;
export type ServerLie = (typeof serverLies)[number];

interface Setting {
  files: Files;
  now: () => Date;
  lies: Lies<ServerLie>;
  user: string;
  password: string;
  /** Which public key opens it too, as in `authorized_keys`. */
  authorizedKey?: string | undefined;
  port: number;
  /** A file of `in/` was closed or renamed. */
  onArrival: (isOpen: (path: string) => boolean) => Promise<void>;
}

export interface SftpServer {
  port: number;
  /** Of its key, as `ssh-keygen -lf` prints it. */
  fingerprint: string;
  /** As in `known_hosts`, without the name of the host. */
  hostKey: string;
  /** Every operation, as `OPEN in/F1.xml`. */
  operations: string[];
  onStrike(strike: Strike): void;
  close(): Promise<void>;
}

/**
 * A pair of Ed25519 keys in the format of OpenSSH.
 * About one pair in 300 that `ssh2` makes is unreadable: the library drops leading zeros of the key.
 */
export function newKeyPair(): { public: string; private: string } {
  for (;;) {
    const keys = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(keys.private) instanceof Error)) return keys;
  }
}

/** The same key at each start, so that a connection of a demo knows its bank again. It protects nothing. */
function hostKeyOf(name: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(createHash('sha256').update(name).digest());
  const point = pair.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const numbers = { d: text(pair.getPrivateKey()), x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...numbers } });
  return key.export({ type: 'sec1', format: 'pem' }).toString();
}

/** A server of SFTP version 3 on this machine, that answers as OpenSSH's does. */
export async function startSftp(setting: Setting): Promise<SftpServer> {
  const { lies, port } = setting;
  const [key, other] = [hostKeyOf('the bank'), hostKeyOf('another server')];
  const shown = ssh2.utils.parseKey(key);
  if (shown instanceof Error) throw shown;
  const publicKey = shown.getPublicSSH();
  const files = new SftpFiles(setting.files, setting.now);
  const operations: string[] = [];
  const sockets = new Set<Socket>();
  let strike: Strike = () => {};
  const session = { setting, files, operations, strikeAt: (...at: Parameters<Strike>) => strike(...at) };
  const serverOf = (hostKey: string) => new ssh2.Server({ hostKeys: [hostKey] }, (client) => welcome(client, session));
  const [honest, strange] = [serverOf(key), serverOf(other)];
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    (lies.takes('other_host_key') ? strange : honest).injectSocket(socket);
  });
  await once(listener.listen(port, '127.0.0.1'), 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`,
    hostKey: `${shown.type} ${publicKey.toString('base64')}`,
    operations,
    onStrike: (given) => void (strike = given),
    close: () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface Session {
  setting: Setting;
  files: SftpFiles;
  operations: string[];
  strikeAt: Strike;
}

function welcome(client: Connection, session: Session): void {
  let isRefused: boolean | undefined;
  client.on('authentication', (context) => {
    isRefused ??= context.method !== 'none' && session.setting.lies.takes('refuses_password');
    if (!isRefused && isKnown(context, session.setting)) context.accept();
    else {
      if (context.method === 'none') isRefused = undefined;
      context.reject(['password', 'publickey']);
    }
  });
  client.on('error', () => {});
  client.on('ready', () =>
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), client, session));
    }),
  );
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

function isKnown(context: AuthContext, { user, password, authorizedKey }: Setting): boolean {
  if (context.username !== user) return false;
  if (context.method === 'password') return isSame(Buffer.from(context.password), Buffer.from(password));
  if (context.method !== 'publickey' || authorizedKey === undefined) return false;
  const key = ssh2.utils.parseKey(authorizedKey);
  if (key instanceof Error || key.type !== context.key.algo || !isSame(context.key.data, key.getPublicSSH()))
    return false;
  // Without a signature the client only asks whether the key would do.
  if (!context.signature) return true;
  // The library may answer with an error where its types have a boolean.
  return Object.is(key.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo), true);
}

function serve(sftp: SFTPWrapper, client: Connection, { setting, files, operations, strikeAt }: Session): void {
  const { lies } = setting;
  const opened = new Map<number, Opened>();
  /** The rest of what is shown by half. */
  let growing: { file: StoredFile; whole: Buffer } | undefined;
  let handles = 0;
  let isSilent = false;
  let queue = Promise.resolve();

  /** One operation after the other, as they came. */
  const take = (id: number, name: string, path: string, work: () => unknown, dies?: ServerLie): void => {
    queue = queue.then(async () => {
      operations.push(`${name} ${keyOf(path)}`);
      isSilent ||= lies.takes('silent');
      if (isSilent) return;
      if ((await strikeAt('before', path, name)) === 'lost') return void client.end();
      let answer: () => unknown;
      try {
        const given = await work();
        answer = typeof given === 'function' ? (given as () => unknown) : () => sftp.status(id, STATUS_CODE.OK);
      } catch (error) {
        if (!(error instanceof Status)) throw error;
        answer = () => sftp.status(id, error.code);
      }
      await strikeAt('done', path, name);
      if (dies && lies.takes(dies)) return void client.end();
      answer();
      await strikeAt('answered', path, name);
    });
  };
  const handleOf = (content: Opened): Buffer => {
    handles += 1;
    opened.set(handles, content);
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(handles);
    return handle;
  };
  const at = (handle: Buffer): Opened | undefined =>
    handle.length === 4 ? opened.get(handle.readUInt32BE()) : undefined;
  const fileAt = (handle: Buffer) => {
    const found = at(handle);
    if (!found || 'listing' in found) throw new Status('FAILURE');
    return found;
  };
  const pathAt = (handle: Buffer) => {
    const found = at(handle);
    return found && 'path' in found ? found.path : '';
  };

  function list(path: string): Opened {
    const all = files.list(path);
    if (growing) growing.file.body = growing.whole;
    growing = undefined;
    const last = [...files.files.keys()].findLast((key) => key.startsWith(`${keyOf(path)}/`));
    const file = last === undefined ? undefined : files.files.get(last);
    if (last === undefined || !file) return { listing: all };
    if (lies.takes('hides_file')) return { listing: all.filter(({ filename }) => !last.endsWith(`/${filename}`)) };
    if (!lies.takes('grows')) return { listing: files.list(path) };
    growing = { file, whole: file.body };
    file.body = file.body.subarray(0, Math.floor(file.body.length / 2));
    return { listing: files.list(path) };
  }

  sftp.on('OPEN', (id, path, flags) =>
    take(id, 'OPEN', path, () => {
      const handle = handleOf(files.open(path, flags));
      return () => sftp.handle(id, handle);
    }),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    take(id, 'READ', pathAt(handle), () => {
      const data = files.read(fileAt(handle), offset, length);
      return () => sftp.data(id, data);
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    take(
      id,
      'WRITE',
      pathAt(handle),
      () => files.write(fileAt(handle), offset, data, lies.takes('short_write')),
      'dies_after_write',
    ),
  );
  sftp.on('CLOSE', (id, handle) =>
    take(id, 'CLOSE', pathAt(handle), async () => {
      const found = at(handle);
      if (!found) throw new Status('FAILURE');
      opened.delete(handle.readUInt32BE());
      if ('listing' in found) return;
      files.close(found);
      if (found.isWritten) await setting.onArrival(files.isOpen);
    }),
  );
  sftp.on('RENAME', (id, from, to) =>
    take(
      id,
      'RENAME',
      to,
      async () => {
        files.rename(from, to);
        await setting.onArrival(files.isOpen);
      },
      'dies_after_rename',
    ),
  );
  sftp.on('OPENDIR', (id, path) =>
    take(id, 'OPENDIR', path, () => {
      const handle = handleOf(list(path));
      return () => sftp.handle(id, handle);
    }),
  );
  sftp.on('READDIR', (id, handle) =>
    take(id, 'READDIR', '', () => {
      const found = at(handle);
      if (!found || !('listing' in found)) throw new Status('FAILURE');
      const page = found.listing.splice(0, 100);
      if (page.length === 0) throw new Status('EOF');
      return () => sftp.name(id, page);
    }),
  );
  const show = (id: number, path: string) => {
    const found = files.attributes(path);
    return () => sftp.attrs(id, found);
  };
  sftp.on('STAT', (id, path) => take(id, 'STAT', path, () => show(id, path)));
  sftp.on('LSTAT', (id, path) => take(id, 'LSTAT', path, () => show(id, path)));
  sftp.on('FSTAT', (id, handle) => take(id, 'FSTAT', pathAt(handle), () => show(id, fileAt(handle).path)));
  sftp.on('SETSTAT', (id, path) => take(id, 'SETSTAT', path, () => void files.attributes(path)));
  sftp.on('FSETSTAT', (id, handle) => take(id, 'FSETSTAT', pathAt(handle), () => void fileAt(handle)));
  sftp.on('REMOVE', (id, path) => take(id, 'REMOVE', path, () => files.remove(path)));
  sftp.on('MKDIR', (id, path) => take(id, 'MKDIR', path, () => files.makeFolder(path)));
  sftp.on('REALPATH', (id, path) =>
    take(id, 'REALPATH', path, () => {
      const filename = `/${keyOf(path)}`;
      return () =>
        sftp.name(id, [
          { filename, longname: filename, attrs: { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 } },
        ]);
    }),
  );
  // OpenSSH's client waits for this answer to its end.
  sftp.once('end', () => sftp.end());
  // What is left open when the connection ends is closed, as by any server.
  client.once('close', () => {
    if (growing) growing.file.body = growing.whole;
    for (const each of opened.values()) if ('path' in each) files.close(each);
    opened.clear();
  });
}
