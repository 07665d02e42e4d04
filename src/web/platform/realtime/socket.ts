import Pusher from 'pusher-js';
import type { Channel } from 'pusher-js';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/api.ts';
import { windowConfig } from '../window-config.ts';

export type { Channel };
export type Line = Pusher;

/** After a restart all clients come back at once; their requests are spread over this time. */
const spreadMs = 1000;

/** Opens the one socket of this tab. No transport but sockets: a fallback would lead the person's traffic to a third party. */
export function openLine(): Line {
  const { key, cluster, hosted } = windowConfig.realtime;
  const isSecure = hosted ? hosted.secure : location.protocol === 'https:';
  const port = hosted?.port ?? Number(location.port || (isSecure ? 443 : 80));
  let joins = 0;
  const line = new Pusher(key, {
    cluster,
    wsHost: hosted?.host ?? location.hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: isSecure,
    enabledTransports: ['ws', 'wss'],
    pongTimeout: 10_000,
    userAuthentication: {
      customHandler: ({ socketId }, response) => {
        call('POST /pusher/user-auth', { body: { socket_id: socketId } }, { loader: false }).then(
          (signedIn) => response(null, signedIn),
          (error: unknown) => response(asError(error), null),
        );
      },
    },
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, response) => {
        const isReturn = (joins += 1) > 1;
        setTimeout(
          () => {
            // The socket may have changed since, and the signature is for this one.
            if (line.connection.socket_id !== socketId) return;
            call(
              'POST /pusher/auth',
              { body: { socket_id: socketId, channel_name: channelName } },
              { loader: false },
            ).then(
              ({ auth, channel_data: data }) =>
                response(null, { auth, ...(data === undefined ? {} : { channel_data: data }) }),
              (error: unknown) => response(asError(error), null),
            );
          },
          isReturn ? Math.random() * spreadMs : 0,
        );
      },
    },
  });
  // A provider ends the sockets of those only whom it knows. Where it can't, as Reverb, that is one error on the line.
  if (hosted) line.signin();
  return line;
}

const asError = (error: unknown) => (error instanceof ApiError ? error : new Error('not admitted'));
