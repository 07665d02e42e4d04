import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** The operating system account that PostgreSQL runs as. */
export type Account = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. Under root it runs as the account that owns the cluster, or else `postgres`, or
 * else a system account that is created for it; under any other account it runs as that account.
 */
export function accountFor(cluster: string | undefined): Account {
  const me = userInfo();
  const owner = cluster === undefined ? undefined : statSync(cluster);
  if (me.uid === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : serviceAccount();
  if (owner && owner.uid !== me.uid) {
    throw new Error(
      `The database in ${cluster} belongs to another account (uid ${owner.uid}): run Atrium as that account or as root.`,
    );
  }
  return { uid: me.uid, gid: me.gid };
}

function serviceAccount(): Account {
  return accountNamed('postgres') ?? accountNamed('atrium') ?? createAccount('atrium');
}

function createAccount(name: string): Account {
  execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  const account = accountNamed(name);
  if (!account) throw new Error(`The system account ${name}, as which PostgreSQL should run, could not be created.`);
  return account;
}

function accountNamed(name: string): Account | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether `account` may pass every folder on the way to `path` and enter (or execute) `path` itself. */
export function canReach({ uid, gid }: Account, path: string): boolean {
  const { mode, uid: owner, gid: group } = statSync(path);
  const execute = uid === owner ? 0o100 : gid === group ? 0o010 : 0o001;
  const parent = dirname(path);
  return (mode & execute) !== 0 && (parent === path || canReach({ uid, gid }, parent));
}
