import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { readBinding } from '../http/security/binding-cookie.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../refusal.ts';
import type { Person } from '../session/session.ts';
import { admittedUntil } from './admitted-until.ts';
import { signChannel, signUser, type Credentials } from './signatures.ts';

/**
 * Authorises sockets for channels. The owner of the socket is part of what is signed, so that the engine knows it on
 * every instance; stock clients pass it on.
 */
export function admitToChannels(app: App, credentials: Credentials, isHosted: boolean): void {
  // A provider does not enforce an end.
  const untilOf = async (me: Person, request: FastifyRequest) =>
    isHosted ? {} : { until: await admittedUntil(app, me.sessionId, readBinding(request)) };

  handle(app, 'realtime.admit', async ({ me, request, body: { socket_id: socketId, channel_name: channel } }) => {
    const shown = await app.realtime.admission(me, channel);
    if (!shown) throw refuse('http.forbidden');
    const isPresence = channel.startsWith('presence-');
    // A provider may not expect it in a private channel.
    if (!isPresence && isHosted) return { auth: signChannel(credentials, socketId, channel) };
    const data = JSON.stringify({
      user_id: me.id,
      ...(isPresence && shown !== true ? { user_info: shown } : {}),
      ...(await untilOf(me, request)),
    });
    return { auth: signChannel(credentials, socketId, channel, data), channel_data: data };
  });

  handle(app, 'realtime.sign_in', async ({ me, request, body: { socket_id: socketId } }) => {
    const data = JSON.stringify({
      id: me.id,
      user_info: { name: me.firstName },
      ...(await untilOf(me, request)),
    });
    return { auth: signUser(credentials, socketId, data), user_data: data };
  });
}
