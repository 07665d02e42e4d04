/** What of the settings a sentence may name. */
interface Location {
  port: number;
  host: string;
  dataDir: string;
}

interface Failure {
  code?: string;
  syscall?: string;
  path?: string;
  message?: string;
  stderr?: string;
  errors?: Error[];
}

/** PostgreSQL's `disk_full`, and the codes of the file system. */
const noSpace = new Set(['ENOSPC', 'EDQUOT', '53100']);
const noRight = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Why a start failed and what to do, in a sentence or two; undefined for what its own message explains best. */
export function startProblem(error: unknown, { port, host, dataDir }: Location): string | undefined {
  const { code = '', syscall, path = dataDir, message = '', stderr = '', errors = [] } = (error ?? {}) as Failure;
  const text = `${message} ${stderr}`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} bin/start`;
  if (code === 'EADDRNOTAVAIL')
    return `HOST=${host} is no address of this machine. Choose one of its own, or 127.0.0.1.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This account may not listen on port ${port}. Choose a port of 1024 or more: PORT=3000 bin/start`;
  if (code === 'EEXIST' && syscall === 'mkdir')
    return `${path} is a file, so it cannot hold data. Choose a folder: DATA_DIR=/path/to/data bin/start`;
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `${path} cannot be made there. Choose another folder: DATA_DIR=/path/to/data bin/start`;
  // A name with several addresses fails with an error for each, and no words of its own.
  if (unreachable.has(code))
    return `The database of DATABASE_URL cannot be reached (${message || (errors[0]?.message ?? code)}). Start it, or correct the address.`;
  if (noSpace.has(code) || /No space left on device|Disk quota exceeded/.test(text))
    return `The disk of ${dataDir} is full. Free some space there (a demo takes about half a gigabyte), and start again.`;
  if (noRight.has(code) || /Permission denied|Read-only file system/.test(text))
    return `${noRight.has(code) ? path : dataDir} cannot be written to. Allow this account to, or choose another folder: DATA_DIR=/path/to/data bin/start`;
  return undefined;
}
