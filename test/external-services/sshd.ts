import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const sshd = '/usr/sbin/sshd';
/** Where `sshd` keeps what it does not need; it insists on the folder. */
const privileges = '/run/sshd';

/** Whether OpenSSH’s server is here and may be started; says how to get it where not. */
export function hasSshd(): boolean {
  if (!existsSync(sshd)) {
    console.warn('sshd is missing, so its tests are left out (on Debian: apt-get install openssh-server)');
    return false;
  }
  try {
    mkdirSync(privileges, { recursive: true });
    return true;
  } catch {
    return existsSync(privileges);
  }
}

export interface Sshd {
  port: number;
  user: string;
  /** As `ssh-keygen -lf` prints it. */
  hostKey: string;
  privateKey: string;
  /** Holds the folders `in` and `out`. */
  folder: string;
  close(): Promise<void>;
}

/** OpenSSH’s SFTP server on this machine, for the person who runs the tests, who signs in with a key. */
export async function openSshd(): Promise<Sshd> {
  const home = await mkdtemp(join(tmpdir(), 'sshd-'));
  for (const name of ['host', 'client'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)]);
  for (const name of ['in', 'out']) mkdirSync(join(home, name));
  const port = await freePort();
  await writeFile(
    join(home, 'config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(home, 'host')}`,
      `AuthorizedKeysFile ${join(home, 'client.pub')}`,
      'PasswordAuthentication no',
      'StrictModes no',
      'UsePAM no',
      'PidFile none',
      'Subsystem sftp internal-sftp',
    ].join('\n'),
  );
  const child = spawn(sshd, ['-D', '-e', '-f', join(home, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  // It says where it listens once it does.
  await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error('sshd did not start');
  const [, hostKey = ''] = execFileSync('ssh-keygen', ['-lf', join(home, 'host.pub')], { encoding: 'utf8' }).split(' ');
  return {
    port,
    user: userInfo().username,
    hostKey,
    privateKey: await readFile(join(home, 'client'), 'utf8'),
    folder: home,
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((closed) => server.close(() => closed()));
  return port;
}
