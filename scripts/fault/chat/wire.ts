import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The connection between one device and the server: it can be cut, and it can sleep with the data on it. */
export interface Wire {
  port: number;
  /** Breaks all connections without a word. */
  cut(): void;
  /** Nothing passes until it wakes; neither side is notified. */
  sleep(): void;
  wake(): void;
  close(): void;
}

/** @param target the port of the server, which need not be there */
export async function openWire(target: number): Promise<Wire> {
  const ends = new Set<Socket>();
  let isAsleep = false;

  const store = (end: Socket, other: Socket) => {
    ends.add(end);
    end.on('error', () => other.destroy());
    end.on('close', () => {
      ends.delete(end);
      other.destroy();
    });
    end.on('data', (bytes: Buffer) => other.write(bytes));
    if (isAsleep) end.pause();
  };

  const server = createServer((device) => {
    const there = connect(target, '127.0.0.1');
    store(device, there);
    store(there, device);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = () => ends.forEach((end) => end.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    sleep() {
      isAsleep = true;
      for (const end of ends) end.pause();
    },
    wake() {
      isAsleep = false;
      for (const end of ends) end.resume();
    },
    close() {
      server.close();
      cut();
    },
  };
}
