import type { Clock } from '../../clock.ts';
import { equalSecrets } from '../../secrets/token.ts';
import type { Channels, Member } from './channels.ts';
import { isOpen, type Connection } from './connection.ts';
import { limits } from '../limits.ts';
import { fieldsOf, isRecord, kindOf, parsed, readFrame, frameText, type Inbound, type Outbound } from '../protocol.ts';
import { signChannel, signUser, type Credentials } from '../signatures.ts';

/** What answering a browser takes. */
export interface SubscriptionContext {
  credentials: Credentials;
  channels: Channels;
  now(): number;
  /** The product's clock, by which sessions end. */
  clock: Clock;
  /** What is said of a channel to those who join it. */
  recent(channel: string): object | undefined;
  /** Whether this connection may be this person's; it is from then on. */
  claim(connection: Connection, personId: string): boolean;
  isBarred(connection: Connection, channel: string): boolean;
  send(connection: Connection, frame: string): void;
  /** Sends to all of a channel but one. */
  publish(channel: string, frame: string, except: Connection): void;
  /** What a browser sent to the others of a channel. */
  whispered(message: Outbound, from: Connection): void;
  leave(connection: Connection, channel: string): void;
  close(connection: Connection, code: number, reason: string): void;
}

/** Responds to one frame, whatever is in it. */
export function answerFrame(hub: SubscriptionContext, connection: Connection, text: string | undefined): void {
  if (!isOpen(connection)) return;
  connection.receivedAt = hub.now();
  connection.wasRequested = false;
  countFrame(connection);
  if (connection.frames > limits.framesPerS) return hub.close(connection, 4100, 'too many messages');
  const frame = text === undefined ? undefined : readFrame(text);
  if (!frame) return hub.send(connection, frameText.error(4200, 'Invalid message format'));
  response(hub, connection, frame);
}

function countFrame(connection: Connection): void {
  if (connection.receivedAt - connection.secondStartedAt >= 1000) {
    connection.secondStartedAt = connection.receivedAt;
    connection.frames = 0;
    connection.clientEvents = 0;
  }
  connection.frames += 1;
}

function response(hub: SubscriptionContext, connection: Connection, frame: Inbound): void {
  const { event } = frame;
  if (event === 'pusher:ping') hub.send(connection, frameText.pong());
  else if (event === 'pusher:subscribe') subscribe(hub, connection, fieldsOf(frame.data));
  else if (event === 'pusher:unsubscribe') unsubscribe(hub, connection, fieldsOf(frame.data)['channel']);
  else if (event === 'pusher:signin') signIn(hub, connection, fieldsOf(frame.data));
  else if (event.startsWith('client-')) whisper(hub, connection, frame);
  else if (event !== 'pusher:pong') hub.send(connection, frameText.error(4200, 'Invalid message format'));
}

function unsubscribe(hub: SubscriptionContext, connection: Connection, channel: unknown): void {
  if (typeof channel === 'string') hub.leave(connection, channel);
}

/** Why a client may not join, and the status of the refusal. */
type Objection = [status: number, reason: string];

function subscribe(hub: SubscriptionContext, connection: Connection, fields: Record<string, unknown>): void {
  const { channel } = fields;
  if (kindOf(channel) === undefined) return hub.send(connection, frameText.error(4200, 'Invalid channel name'));
  const name = channel as string;
  if (connection.channels.has(name)) return hub.send(connection, welcome(hub, name));
  const entry = entryOf(hub, connection, name, fields);
  if (Array.isArray(entry)) return hub.send(connection, frameText.refused(name, ...entry));
  const isNew = hub.channels.join(name, connection, entry.member);
  if (isNew && entry.member) hub.publish(name, frameText.joined(name, entry.member), connection);
  hub.send(connection, welcome(hub, name));
}

function entryOf(
  hub: SubscriptionContext,
  connection: Connection,
  name: string,
  fields: Record<string, unknown>,
): Objection | { member?: Member } {
  if (connection.channels.size >= limits.channelsPerSocket) return [429, 'too many channels'];
  const kind = kindOf(name);
  if (kind === 'public') return {};
  if (kind === 'user')
    return connection.userId !== undefined && name === `#server-to-user-${connection.userId}`
      ? {}
      : [401, 'not signed in'];
  const { auth, channel_data: data } = fields;
  const isText = data === undefined || typeof data === 'string';
  if (!isText || typeof auth !== 'string' || hub.isBarred(connection, name)) return [401, 'not authorized'];
  if (!equalSecrets(auth, signChannel(hub.credentials, connection.id, name, data))) return [401, 'not authorized'];
  if (!holdsFor(hub, connection, data)) return [401, 'the session must be presented again'];
  const member = data === undefined ? undefined : memberOf(data);
  if (kind === 'presence' && !member) return [401, 'channel_data lacks a user_id'];
  if (member && !hub.claim(connection, String(member.user_id))) return [429, 'too many connections'];
  if (kind !== 'presence' || !member) return {};
  return isFull(hub.channels, name, member) ? [429, 'too many members'] : { member };
}

/**
 * Whether what was signed still counts. The socket ends with the entry that ends first. An entry without a time was
 * made by a program with the secret, and never expires.
 */
function holdsFor(
  { clock }: Pick<SubscriptionContext, 'clock'>,
  connection: Connection,
  data: string | undefined,
): boolean {
  const fields = data === undefined ? undefined : parsed(data);
  const until = isRecord(fields) ? fields['until'] : undefined;
  if (typeof until !== 'number') return true;
  if (until <= clock.now().getTime()) return false;
  connection.until = Math.min(connection.until, until);
  return true;
}

function memberOf(data: string): Member | undefined {
  if (data.length > limits.memberBytes + limits.memberIdLength) return undefined;
  const fields = parsed(data);
  if (!isRecord(fields)) return undefined;
  const { user_id: id, user_info: info } = fields;
  if ((typeof id !== 'string' && typeof id !== 'number') || String(id).length > limits.memberIdLength) return undefined;
  return id === '' ? undefined : { user_id: id, ...(info === undefined ? {} : { user_info: info }) };
}

function isFull(channels: Channels, name: string, { user_id: id }: Member): boolean {
  const members = channels.get(name)?.members;
  return members !== undefined && members.size >= limits.membersPerChannel && !members.has(String(id));
}

/** Confirms that the client has joined; in a presence channel also with whom, in a person's own with what was sent lately. */
function welcome({ channels, recent }: Pick<SubscriptionContext, 'channels' | 'recent'>, name: string): string {
  if (kindOf(name) !== 'presence') return frameText.subscribed(name, JSON.stringify(recent(name) ?? {}));
  const members = [...(channels.get(name)?.members.values() ?? [])].map(({ member }) => member);
  const ids = members.map(({ user_id: id }) => id);
  const hash = Object.fromEntries(members.map(({ user_id: id, user_info: info }) => [String(id), info ?? null]));
  return frameText.subscribed(name, JSON.stringify({ presence: { ids, hash, count: ids.length } }));
}

function signIn(
  hub: SubscriptionContext,
  connection: Connection,
  { auth, user_data: data }: Record<string, unknown>,
): void {
  const isSigned =
    typeof auth === 'string' &&
    typeof data === 'string' &&
    equalSecrets(auth, signUser(hub.credentials, connection.id, data));
  const user = isSigned ? parsed(data) : undefined;
  const id = isRecord(user) ? user['id'] : undefined;
  const counts = isSigned && holdsFor(hub, connection, data);
  if (!counts || typeof id !== 'string' || id === '' || id.length > limits.memberIdLength)
    return hub.send(connection, frameText.error(4009, 'Connection not authorized'));
  connection.userId = id;
  hub.send(connection, frameText.signedIn(data));
}

/** Undefined for what is nested more deeply than can be written. */
function written(data: unknown): string | undefined {
  try {
    return JSON.stringify(data ?? null);
  } catch {
    return undefined;
  }
}

/**
 * Forwards what one browser sends to the others; only the allowed fields, and with the server's word on who the sender
 * was.
 */
function whisper(hub: SubscriptionContext, connection: Connection, { event, channel, data }: Inbound): void {
  connection.clientEvents += 1;
  if (connection.clientEvents > limits.clientEventsPerS) {
    if (connection.clientEvents === limits.clientEventsPerS + 1)
      hub.send(connection, frameText.error(4301, 'The client event was rejected: too many'));
    return;
  }
  const kind = kindOf(channel);
  const mayReceive = (kind === 'private' || kind === 'presence') && connection.channels.has(channel as string);
  const content = mayReceive ? written(data) : undefined;
  if (content === undefined || event === 'client-' || Buffer.byteLength(content) > limits.dataBytes)
    return hub.send(connection, frameText.error(4301, 'The client event was rejected'));
  const name = channel as string;
  const present = hub.channels.get(name)?.members.get(connection.personId ?? '');
  const userId = present?.member.user_id ?? connection.personId;
  const message = { channel: name, event, data: content, isJson: true, ...(userId === undefined ? {} : { userId }) };
  hub.whispered(message, connection);
}
