import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const socketName = '.s.PGSQL.5432';

/** A way to a database that a test cuts and mends, as when its server is away. */
export class DatabaseLine {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atrium-line-'));
  private readonly open = new Set<Socket>();
  private server: Server | undefined;
  private target = '';

  /** The address of the same database over this line. */
  through(address: string): string {
    const [, host = ''] = /host=([^&]+)/.exec(address) ?? [];
    this.target = join(decodeURIComponent(host), socketName);
    return address.replace(host, encodeURIComponent(this.folder));
  }

  async mend(): Promise<void> {
    this.server = createServer((near) => {
      const far = connect(this.target);
      for (const socket of [near, far]) {
        this.open.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => this.open.delete(socket));
      }
      near.pipe(far).pipe(near);
    }).listen(join(this.folder, socketName));
    await once(this.server, 'listening');
  }

  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of this.open) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    await this.cut();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
