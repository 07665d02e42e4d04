import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import { refused, type Outcome } from '#server/platform/connections/outcome.ts';
import type { BankFiles, BankLeftFile } from '#server/platform/connections/ports/bank-files.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { OtherHostKey, withSftp, type SftpSession } from './sftp-session.ts';
import { isSame } from './same-bytes.ts';

const folder = z.string().regex(/^[^\p{Cc}]{1,200}$/u);

const settings = z.strictObject({
  host: z.string().regex(/^[A-Za-z0-9.:-]{1,200}$/),
  port: z.coerce.number().int().min(1).max(65_535),
  user: z.string().min(1).max(100),
  /** As `ssh-keygen -lf` prints it. */
  host_key: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/),
  orders_folder: folder,
  reports_folder: folder,
  credits_exact: z.boolean(),
});
type Settings = z.output<typeof settings>;

/** For all that is done in one session. A statement of 200,000 lines is read in it. */
const sessionMs = 120_000;
/** SSH_FXP_STAT: the file type among the mode bits. */
const typeBits = 0o170000;
const regularFile = 0o100000;

/** Files to and from a bank by SFTP, the usual way of banks for customers that send many payments. */
export const bankSftp: Adapter<'bank_files', typeof settings> = {
  name: 'bank_sftp',
  port: 'bank_files',
  settings,
  // Another key is another server, for which secrets are entered again.
  hosts: ({ host, port, host_key: key }) => [`${host}:${port}`, key],
  open: (connection, io) => openSftp(connection, io),
};

type Act = 'PUT' | 'LIST' | 'GET';
const purposes: Readonly<Record<Act, string>> = { PUT: 'put order', LIST: 'list files', GET: 'read file' };

function openSftp({ settings: set, secrets }: Connection<Settings>, io: Io): BankFiles {
  const [password] = secrets['password'] ?? [];
  const privateKey = secrets['private_key']?.map(withLines)[0];
  const orders = set.orders_folder.replace(/\/+$/, '');
  const reports = set.reports_folder.replace(/\/+$/, '');

  const session = <T>(method: Act, path: string, ref: string | null, act: (sftp: SftpSession) => Promise<Outcome<T>>) =>
    io.socket<T>(
      { purpose: purposes[method], ref, host: set.host, port: set.port, method, path, timeoutMs: sessionMs },
      async (socket) => {
        let isIn = false;
        const signedIn = (sftp: SftpSession) => {
          isIn = true;
          return act(sftp);
        };
        const who = { username: set.user, password, privateKey, hostKey: set.host_key };
        return withSftp(socket, who, signedIn).catch((error: unknown): Outcome<T> => {
          if (isIn) throw error;
          const again = error instanceof OtherHostKey ? 'after_change' : 'later';
          return { kind: 'refused', code: 'sign_in', text: messageOf(error), again };
        });
      },
    );

  return {
    creditsExact: set.credits_exact,
    put: (name, content, { again }) =>
      session('PUT', `${orders}/${name}`, name, (sftp) => putOrder(sftp, orders, { name, content, again })),
    list: () =>
      session('LIST', reports, null, async (sftp) => ({ kind: 'done', value: leftFiles(await sftp.list(reports)) })),
    async read(name, take) {
      const path = `${reports}/${name}`;
      const outcome = await session('GET', path, name.slice(0, 80), async (sftp) => ({
        kind: 'done',
        value: await take(sftp.read(path)),
      }));
      if (outcome.kind === 'done') return outcome.value;
      throw new Error(outcome.kind === 'refused' ? outcome.text : outcome.detail);
    },
    test: () =>
      probe([
        [
          'sign in and list the orders',
          () => session('LIST', orders, null, async (sftp) => counted(await sftp.list(orders))),
        ],
        [
          'list what the bank has left',
          () => session('LIST', reports, null, async (sftp) => counted(await sftp.list(reports))),
        ],
      ]),
  };
}

/** A private key with its lines, which a field of a form takes away. */
const withLines = (key: string): string =>
  key.replace(
    /-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/,
    (_, kind: string, body: string) =>
      `-----BEGIN ${kind}-----\n${body.replaceAll(/\s/g, '').replaceAll(/.{70}(?=.)/g, '$&\n')}\n-----END ${kind}-----\n`,
  );

type Listed = Awaited<ReturnType<SftpSession['list']>>;

const counted = (files: Listed): Outcome<string> => ({ kind: 'done', value: `${files.length} names` });

const leftFiles = (files: Listed): BankLeftFile[] =>
  files
    .filter(({ filename, attrs }) => (attrs.mode & typeBits) === regularFile && !filename.startsWith('.'))
    .map(({ filename: name, attrs: { size, mtime } }) => ({
      name,
      size,
      version: `${size}-${mtime}`,
      at: new Date(mtime * 1000),
    }));

/**
 * Writes under a hidden name first, so that the bank never fetches half an order, and gives the order its name once all of it
 * is there. While the hidden one is there, the bank has not seen the order.
 */
async function putOrder(
  sftp: SftpSession,
  orders: string,
  { name, content, again }: { name: string; content: Buffer; again: boolean },
): Promise<Outcome<'there' | 'gone'>> {
  const [whole, partial] = [`${orders}/${name}`, `${orders}/.${name}.part`];
  try {
    const there = await sftp.stat(whole);
    if (there)
      return (await isSame(sftp.read(whole), content))
        ? { kind: 'done', value: 'there' }
        : refused('exists', `another file of the name ${name} is there`);
    if (again && !(await sftp.stat(partial))) return { kind: 'done', value: 'gone' };
    await sftp.write(partial, content);
    if (!(await isSame(sftp.read(partial), content))) return notPut('the server holds other bytes than were written');
  } catch (error) {
    return notPut(messageOf(error));
  }
  try {
    await sftp.rename(partial, whole);
  } catch (error) {
    // A failure without a reason may be one after the order has its name: servers rename in two steps.
    const { code } = error as { code?: unknown };
    if (typeof code === 'number' && code !== unsaidFailure) return notPut(messageOf(error));
    throw error;
  }
  return { kind: 'done', value: 'there' };
}

/** SSH_FX_FAILURE */
const unsaidFailure = 4;

const notPut = (text: string): Outcome<never> => ({ kind: 'refused', code: 'not_put', text, again: 'later' });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
