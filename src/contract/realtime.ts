import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import type { PaymentKind } from './payment-names.ts';

/**
 * What a person is told on his own channel, `private-user.{id}`: that something changed, so that the screen fetches it.
 * No amounts and no names: a notice may be lost or come twice, and the answer to a call is the truth.
 */
export interface Notices {
  /** Money moved in a wallet, or is held there. */
  'wallet.changed': { wallet_id: string };
  /** An account was opened or closed, or money moved on it. */
  'account.changed': { trading_account_id?: string };
  /** A deposit or withdrawal has come on its way. */
  'payment.changed': { payment_id: string; kind: PaymentKind };
  /** An application to buy, or a holding that came of it. */
  'application.changed': { application_id: string };
  /** Staff have decided about what the client sent, or his level is another. */
  'verification.changed': Record<string, never>;
  /** Something was said in a chat or a ticket, was read on another device, or support has taken or settled it. */
  'conversation.changed': { room_id: string };
  /** The bell has something new, or something of it was read. */
  'notification.changed': Record<string, never>;
}
export type NoticeName = keyof Notices;

const socketId = z.string().regex(/^\d{1,15}\.\d{1,15}$/, 'validation.identifier');

/** Stock clients may be told to send further fields; they are not looked at. */
export const realtimeEndpoints = {
  'realtime.admit': {
    route: 'POST /pusher/auth',
    guard: 'client',
    summary:
      'For clients of the Pusher protocol: let a socket of the caller into a private or presence channel. A channel that is not his and one that does not exist are refused alike.',
    body: z.object({ socket_id: socketId, channel_name: z.string().max(200) }),
    answer: z.object({ auth: z.string(), channel_data: z.string().optional() }),
    refusals: ['http.forbidden'],
  },
  'realtime.sign_in': {
    route: 'POST /pusher/user-auth',
    guard: 'client',
    summary: 'For clients of the Pusher protocol: make a socket the caller’s own.',
    body: z.object({ socket_id: socketId }),
    answer: z.object({ auth: z.string(), user_data: z.string() }),
  },
} as const satisfies Endpoints;
