import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import type { PaymentKind } from '#contract/payments/names.ts';

/**
 * Notices on a person's own channel, `private-user.{id}`: something changed, so the screen fetches it. No amounts and
 * no names: a notice may be lost or come twice, and the response to a call is the truth.
 */
export interface Notices {
  /** Money moved in a wallet, or is held there. */
  'wallet.changed': { wallet_id: string };
  /** An account was opened or closed, or money moved on it. */
  'account.changed': { trading_account_id?: string };
  /** A deposit or withdrawal has changed its state. */
  'payment.changed': { payment_id: string; kind: PaymentKind };
  /** An application to buy, or a holding that came of it. */
  'application.changed': { application_id: string };
  /** Staff have decided about a document of the client, or the client's level has changed. */
  'verification.changed': Record<string, never>;
  /** A chat or a ticket has a new message, was read on another device, or support has claimed or resolved it. */
  'conversation.changed': { room_id: string };
  /** The bell has something new, or something of it was read. */
  'notification.changed': Record<string, never>;
}
export type NoticeName = keyof Notices;

/** What a person's own channel carried just before the caller joined it: nothing else was sent for `whole_ms`. */
export interface Recent {
  whole_ms: number;
  /** By the name of the event, how long ago it was last sent. */
  ago_ms: Partial<Record<string, number>>;
}

const socketId = z.string().regex(/^\d{1,15}\.\d{1,15}$/, 'validation.identifier');

/** Stock clients may be configured to send further fields; the server ignores them. */
export const realtimeEndpoints = {
  'realtime.admit': {
    route: 'POST /pusher/auth',
    guard: 'signed_in',
    summary:
      'For clients of the Pusher protocol: authorize the caller’s socket for a private or presence channel. ' +
      'One of another person and one that doesn’t exist are refused alike.',
    body: z.object({ socket_id: socketId, channel_name: z.string().max(200) }),
    response: z.object({ auth: z.string(), channel_data: z.string().optional() }),
    refusals: ['http.forbidden'],
  },
  'realtime.sign_in': {
    route: 'POST /pusher/user-auth',
    guard: 'signed_in',
    summary: 'For clients of the Pusher protocol: assign a socket to the caller.',
    body: z.object({ socket_id: socketId }),
    response: z.object({ auth: z.string(), user_data: z.string() }),
  },
} as const satisfies Endpoints;
