import { activityTimeoutS } from './limits.ts';

/** A frame from a browser. Nothing in it is trusted yet. */
export interface Inbound {
  event: string;
  channel: unknown;
  data: unknown;
}

/** What is sent to the subscribers of a channel. */
export interface Outbound {
  channel: string;
  event: string;
  /** A text; a browser makes JSON of it where it is JSON. */
  data: string;
  /** `data` goes into the frame as the JSON that it is, as browsers send it to one another. */
  isJson?: boolean;
  /** Who sent it, where the server knows. */
  userId?: string | number;
}

const publicName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;
const ownName = /^#server-to-user-[A-Za-z0-9_\-=@,.;]{1,128}$/;
export const socketIdPattern = /^\d{1,15}\.\d{1,15}$/;

export type ChannelKind = 'public' | 'private' | 'encrypted' | 'presence' | 'user';

/** Undefined for what is no name of a channel. */
export function kindOf(channel: unknown): ChannelKind | undefined {
  if (typeof channel !== 'string') return undefined;
  if (ownName.test(channel)) return 'user';
  if (!publicName.test(channel)) return undefined;
  if (channel.startsWith('private-encrypted-')) return 'encrypted';
  if (channel.startsWith('private-')) return 'private';
  return channel.startsWith('presence-') ? 'presence' : 'public';
}

/** Undefined for what is no frame of the protocol. */
export function readFrame(text: string): Inbound | undefined {
  const frame = parsed(text);
  if (!isRecord(frame) || typeof frame['event'] !== 'string' || frame['event'].length > 200) return undefined;
  return { event: frame['event'], channel: frame['channel'], data: frame['data'] };
}

/** Some clients send the fields of an event as text. */
export function fieldsOf(data: unknown): Record<string, unknown> {
  const fields = typeof data === 'string' ? parsed(data) : data;
  return isRecord(fields) ? fields : {};
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON, or undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const quoted = (text: string) => JSON.stringify(text);

/** The words of the server. */
export const frameText = {
  established: (socketId: string) =>
    frameOf('pusher:connection_established', {
      data: JSON.stringify({ socket_id: socketId, activity_timeout: activityTimeoutS }),
    }),
  ping: () => frameOf('pusher:ping', { data: '{}' }),
  pong: () => frameOf('pusher:pong', { data: '{}' }),
  error: (code: number, message: string) => frameOf('pusher:error', { data: { code, message } }),
  subscribed: (channel: string, data = '{}') => frameOf('pusher_internal:subscription_succeeded', { channel, data }),
  refused: (channel: string, status: number, error: string) =>
    frameOf('pusher:subscription_error', { channel, data: { type: 'AuthError', error, status } }),
  signedIn: (userData: string) => frameOf('pusher:signin_success', { data: JSON.stringify({ user_data: userData }) }),
  joined: (channel: string, member: object) =>
    frameOf('pusher_internal:member_added', { channel, data: JSON.stringify(member) }),
  left: (channel: string, userId: string | number) =>
    frameOf('pusher_internal:member_removed', { channel, data: JSON.stringify({ user_id: userId }) }),
  frameOf: ({ channel, event, data, isJson, userId }: Outbound) =>
    `{"event":${quoted(event)},"channel":${quoted(channel)},"data":${isJson ? data : quoted(data)}${userId === undefined ? '' : `,"user_id":${JSON.stringify(userId)}`}}`,
};

const frameOf = (event: string, rest: object) => JSON.stringify({ event, ...rest });
