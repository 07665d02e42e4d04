import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { NatsConfig } from '#server/platform/config/services.ts';

/** For a connection, and for the confirmation of an event. */
const timeoutMs = 5000;

export interface Nats {
  /**
   * Stores an event in the stream of its subject, and resolves when the stream has confirmed it. One that the stream has under
   * this id is confirmed again and not stored again, as long as the stream looks back for that.
   * @throws Error when there is no confirmation
   */
  publish(subject: string, id: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

/** Connects with the first event, and again by itself. */
export function openNats({ servers, user, password, credentials, isTls }: NatsConfig): Nats {
  let opening: Promise<{ connection: NatsConnection; client: JetStreamClient }> | undefined;

  async function open() {
    const connection = await connect({
      servers,
      name: 'atrium',
      timeout: timeoutMs,
      maxReconnectAttempts: -1,
      ...(user !== undefined && { user, pass: password ?? '' }),
      ...(credentials !== undefined && { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
      ...(isTls && { tls: {} }),
    });
    // A server that refuses us for good ends the connection; the next event opens another one.
    void connection.closed().then(() => (opening = undefined));
    return { connection, client: jetstream(connection, { timeout: timeoutMs }) };
  }

  return {
    async publish(subject, id, payload) {
      opening ??= open();
      const { client } = await opening.catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      await client.publish(subject, payload, { msgID: id, timeout: timeoutMs });
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.connection.close();
    },
  };
}
