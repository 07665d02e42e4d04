import { spawnSync } from 'node:child_process';

/** Whether this machine has the client of OpenSSH; says how to get it where not. */
export function hasSftp(): boolean {
  const isThere = spawnSync('sftp', ['-h']).error === undefined;
  if (!isThere)
    console.warn('sftp is missing, so OpenSSH was no witness of files (on Debian: apt-get install openssh-client)');
  return isThere;
}
