import type { Core } from '../core.ts';
import { decrypt, encrypt } from '../secrets/encryption.ts';

const purpose = 'atrium inbox bodies 1';

type Holder = { config: Pick<Core['config'], 'appSecret'> };

/** A body belongs to one event of one connection. */
const nameOf = (connectionId: string, eventId: string) => `${connectionId} ${eventId}`;

export const encryptBody = ({ config }: Holder, connectionId: string, eventId: string, body: Buffer) =>
  encrypt(config.appSecret, purpose, nameOf(connectionId, eventId), body);

export const decryptBody = ({ config }: Holder, connectionId: string, eventId: string, body: Buffer) =>
  decrypt(config.appSecret, purpose, nameOf(connectionId, eventId), body);
