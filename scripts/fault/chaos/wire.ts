import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, pipeline } from 'node:stream';
import type { DebianServer } from '#test/database/debian-postgres.ts';

/** The network before a PostgreSQL server: everything passes through it, and it can be made slow. */
export interface Wire {
  /** Folder with the socket, as `host` of an address names it. */
  folder: string;
  /** How long each piece takes in each direction. */
  delay(ms: number): void;
  close(): Promise<void>;
}

const socketName = '.s.PGSQL.5432';

export async function openWire(server: DebianServer): Promise<Wire> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-wire-'));
  const open = new Set<Socket>();
  let delayMs = 0;
  const late = () =>
    new Transform({
      transform(piece: Buffer, _encoding, done) {
        if (delayMs === 0) done(null, piece);
        else setTimeout(done, delayMs, null, piece);
      },
    });
  const wire = createServer((near) => {
    const far = connect(join(server.folder, socketName));
    for (const end of [near, far]) open.add(end.on('close', () => open.delete(end)));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      // One that ends takes the other with it.
      pipeline(from, late(), to, () => [near, far].forEach((end) => end.destroy()));
    }
  });
  await new Promise<void>((done) => wire.listen(join(folder, socketName), done));
  return {
    folder,
    delay: (ms) => void (delayMs = ms),
    async close() {
      const closed = new Promise((done) => wire.close(done));
      for (const end of open) end.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
