import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';

/** The process id of the server that has this cluster open, when it is alive. */
export function serverPid(cluster: Cluster): number | undefined {
  const pid = recordedPid(cluster);
  return pid !== undefined && isAlive(pid) && serves(cluster.folder, pid) ? pid : undefined;
}

function recordedPid({ folder }: Cluster): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process has this number, be it ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A server of ours names its folder in its command line; a stranger that got the number of a dead one does not. */
function serves(folder: string, pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder);
  } catch {
    return false;
  }
}

/**
 * After a power cut the recorded process id may belong to a stranger, for whom PostgreSQL would wait in vain. If a
 * server does run, its shared memory still keeps a second one off the folder.
 */
export function clearForeignPid(cluster: Cluster): void {
  const pid = recordedPid(cluster);
  if (pid !== undefined && isAlive(pid) && !serves(cluster.folder, pid)) rmSync(join(cluster.folder, 'postmaster.pid'));
}
