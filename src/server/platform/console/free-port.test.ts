import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { checkPort } from './free-port.ts';

const host = '127.0.0.1';

it('finds a port taken, and leaves a free one free', async () => {
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(checkPort({ port, host })).rejects.toMatchObject({ code: 'EADDRINUSE', syscall: 'listen' });
  other.close();
  await once(other, 'close');
  await checkPort({ port, host });
  await checkPort({ port, host });
});
