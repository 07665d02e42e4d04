import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '#contract/notifications/push.ts';

interface Receiver {
  publicKey: Buffer;
  privateKey: Buffer;
  auth: Buffer;
}

/** A browser's half of a subscription, with what only the browser can do. */
export function newReceiver(): Receiver & { read: (message: Buffer) => Buffer } {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const short = own.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(32 - short.length), short]);
  const receiver = { publicKey, privateKey, auth: randomBytes(16) };
  return { ...receiver, read: (message) => decrypt(message, receiver) };
}

/** Reads a message by the steps that RFC 8291 gives a receiver. */
export function decrypt(message: Buffer, { publicKey, privateKey, auth }: Receiver): Buffer {
  const salt = message.subarray(0, 16);
  const keyLength = message.readUInt8(20);
  const sender = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const secret = derive(own.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  if (record.length + 21 + keyLength > message.readUInt32BE(16) + 86 || padded.at(-1) !== 2)
    throw new Error('no last record');
  return padded.subarray(0, -1);
}

interface Posted {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A push service on this machine. It responds as configured, and reads what only a browser could. */
export async function startPushService() {
  const posted: Posted[] = [];
  const receivers = new Map<string, ReturnType<typeof newReceiver>>();
  let next: { status: number; headers?: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      const { status, headers } = next.shift() ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    posted,
    /** What a browser gets that subscribes here. */
    subscribe() {
      const receiver = newReceiver();
      const path = `/${randomBytes(8).toString('hex')}`;
      receivers.set(path, receiver);
      const [public_key, secret] = [receiver.publicKey, receiver.auth].map((part) => part.toString('base64url'));
      return { endpoint: url + path, public_key, secret };
    },
    /** What has come for a subscription, as its browser reads it. */
    read: (endpoint: string): PushMessage[] =>
      posted
        .filter(({ path }) => url + path === endpoint)
        .map(({ path, body }) => JSON.parse(receivers.get(path)!.read(body).toString()) as PushMessage),
    /** Answers of the next calls; 201 after them. */
    response: (...responses: typeof next) => void (next = responses),
    close: () => new Promise((closed) => server.close(closed)),
  };
}
