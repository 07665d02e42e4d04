import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Looks whether the server will be able to listen, before it makes a database and a demo for half a minute.
 * @throws the error of `listen`, such as EADDRINUSE
 */
export async function checkPort({ port, host }: { port: number; host: string }): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
