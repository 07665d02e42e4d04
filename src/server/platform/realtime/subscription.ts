import type { Clock } from '../clock.ts';
import { equalSecrets } from '../token.ts';
import type { Channels, Member } from './channels.ts';
import { isOpen, type Connection } from './connection.ts';
import { limits } from './limits.ts';
import { fieldsOf, isRecord, kindOf, parsed, readFrame, say, type Inbound, type Outbound } from './protocol.ts';
import { signChannel, signUser, type Credentials } from './signatures.ts';

/** What answering a browser takes. */
export interface Hearing {
  credentials: Credentials;
  channels: Channels;
  now(): number;
  /** The product's clock, by which sessions end. */
  clock: Clock;
  /** Whether this connection may be this person's; it is from then on. */
  claim(connection: Connection, personId: string): boolean;
  isBarred(connection: Connection, channel: string): boolean;
  say(connection: Connection, frame: string): void;
  /** Tells all of a channel but one. */
  tell(channel: string, frame: string, except: Connection): void;
  /** What a browser has said to the others of a channel. */
  whispered(message: Outbound, from: Connection): void;
  leave(connection: Connection, channel: string): void;
  close(connection: Connection, code: number, reason: string): void;
}

/** Answers one frame, whatever is in it. */
export function hear(house: Hearing, connection: Connection, text: string | undefined): void {
  if (!isOpen(connection)) return;
  connection.heardAt = house.now();
  connection.wasAsked = false;
  countFrame(connection);
  if (connection.frames > limits.framesPerS) return house.close(connection, 4100, 'too many messages');
  const frame = text === undefined ? undefined : readFrame(text);
  if (!frame) return house.say(connection, say.error(4200, 'Invalid message format'));
  answer(house, connection, frame);
}

function countFrame(connection: Connection): void {
  if (connection.heardAt - connection.secondBeganAt >= 1000) {
    connection.secondBeganAt = connection.heardAt;
    connection.frames = 0;
    connection.clientEvents = 0;
  }
  connection.frames += 1;
}

function answer(house: Hearing, connection: Connection, frame: Inbound): void {
  const { event } = frame;
  if (event === 'pusher:ping') house.say(connection, say.pong());
  else if (event === 'pusher:subscribe') subscribe(house, connection, fieldsOf(frame.data));
  else if (event === 'pusher:unsubscribe') unsubscribe(house, connection, fieldsOf(frame.data)['channel']);
  else if (event === 'pusher:signin') signIn(house, connection, fieldsOf(frame.data));
  else if (event.startsWith('client-')) whisper(house, connection, frame);
  else if (event !== 'pusher:pong') house.say(connection, say.error(4200, 'Invalid message format'));
}

function unsubscribe(house: Hearing, connection: Connection, channel: unknown): void {
  if (typeof channel === 'string') house.leave(connection, channel);
}

/** Why somebody may not come in, and under which status he reads it. */
type Objection = [status: number, reason: string];

function subscribe(house: Hearing, connection: Connection, fields: Record<string, unknown>): void {
  const { channel } = fields;
  if (kindOf(channel) === undefined) return house.say(connection, say.error(4200, 'Invalid channel name'));
  const name = channel as string;
  if (connection.channels.has(name)) return house.say(connection, welcome(house.channels, name));
  const entry = entryOf(house, connection, name, fields);
  if (Array.isArray(entry)) return house.say(connection, say.refused(name, ...entry));
  const isNew = house.channels.join(name, connection, entry.member);
  if (isNew && entry.member) house.tell(name, say.joined(name, entry.member), connection);
  house.say(connection, welcome(house.channels, name));
}

function entryOf(
  house: Hearing,
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
  if (!isText || typeof auth !== 'string' || house.isBarred(connection, name)) return [401, 'not authorized'];
  if (!equalSecrets(auth, signChannel(house.credentials, connection.id, name, data))) return [401, 'not authorized'];
  if (!holdsFor(house, connection, data)) return [401, 'the session has to be shown anew'];
  const member = data === undefined ? undefined : memberOf(data);
  if (kind === 'presence' && !member) return [401, 'channel_data lacks a user_id'];
  if (member && !house.claim(connection, String(member.user_id))) return [429, 'too many connections'];
  if (kind !== 'presence' || !member) return {};
  return isFull(house.channels, name, member) ? [429, 'too many members'] : { member };
}

/**
 * Whether what was signed still counts. The socket ends with the entry that ends first. An entry without a time was made by
 * whoever has the secret, and counts for good.
 */
function holdsFor({ clock }: Pick<Hearing, 'clock'>, connection: Connection, data: string | undefined): boolean {
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

/** Says that somebody is in; in a presence channel also with whom. */
function welcome(channels: Channels, name: string): string {
  if (kindOf(name) !== 'presence') return say.subscribed(name);
  const members = [...(channels.get(name)?.members.values() ?? [])].map(({ member }) => member);
  const ids = members.map(({ user_id: id }) => id);
  const hash = Object.fromEntries(members.map(({ user_id: id, user_info: info }) => [String(id), info ?? null]));
  return say.subscribed(name, JSON.stringify({ presence: { ids, hash, count: ids.length } }));
}

function signIn(house: Hearing, connection: Connection, { auth, user_data: data }: Record<string, unknown>): void {
  const isSigned =
    typeof auth === 'string' &&
    typeof data === 'string' &&
    equalSecrets(auth, signUser(house.credentials, connection.id, data));
  const user = isSigned ? parsed(data) : undefined;
  const id = isRecord(user) ? user['id'] : undefined;
  const counts = isSigned && holdsFor(house, connection, data);
  if (!counts || typeof id !== 'string' || id === '' || id.length > limits.memberIdLength)
    return house.say(connection, say.error(4009, 'Connection not authorized'));
  connection.userId = id;
  house.say(connection, say.signedIn(data));
}

/** Undefined for what is nested more deeply than can be written. */
function written(data: unknown): string | undefined {
  try {
    return JSON.stringify(data ?? null);
  } catch {
    return undefined;
  }
}

/** Passes on what one browser says to the others; only the fields that belong there, and with the server's word on who it was. */
function whisper(house: Hearing, connection: Connection, { event, channel, data }: Inbound): void {
  connection.clientEvents += 1;
  if (connection.clientEvents > limits.clientEventsPerS) {
    if (connection.clientEvents === limits.clientEventsPerS + 1)
      house.say(connection, say.error(4301, 'The client event was rejected: too many'));
    return;
  }
  const kind = kindOf(channel);
  const mayHear = (kind === 'private' || kind === 'presence') && connection.channels.has(channel as string);
  const content = mayHear ? written(data) : undefined;
  if (content === undefined || event === 'client-' || Buffer.byteLength(content) > limits.dataBytes)
    return house.say(connection, say.error(4301, 'The client event was rejected'));
  const name = channel as string;
  const present = house.channels.get(name)?.members.get(connection.personId ?? '');
  const userId = present?.member.user_id ?? connection.personId;
  const message = { channel: name, event, data: content, isJson: true, ...(userId === undefined ? {} : { userId }) };
  house.whispered(message, connection);
}
