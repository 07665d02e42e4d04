import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { purgePasskeyChallenges } from './passkey-challenge.ts';
import { addPasskey, startPasskey, listPasskeys, removePasskey, renamePasskey } from './passkey-actions.ts';
import { startProof } from './verify-proof.ts';
import { startPasskeySignIn, signInByPasskey } from './sign-in.ts';

export function passkeyRoutes(app: App): void {
  handle(app, 'auth.start_passkey_sign_in', ({ body, request }) => startPasskeySignIn(app, request, body.challenge));
  handle(app, 'auth.sign_in_by_passkey', (call) => signInByPasskey(app, call, call.body));
  handle(app, 'auth.passkeys', ({ me }) => listPasskeys(app, me));
  handle(app, 'auth.start_passkey', ({ me, body }) => startPasskey(app, me, body));
  handle(app, 'auth.add_passkey', ({ me, body }) => addPasskey(app, me, body));
  handle(app, 'auth.rename_passkey', ({ me, body }) => renamePasskey(app, me, body));
  handle(app, 'auth.remove_passkey', ({ me, body }) => removePasskey(app, me, body));
  handle(app, 'auth.start_proof', ({ me }) => startProof(app, me));
  app.jobs.every('auth.purge_passkey_challenges', 3_600_000, () => purgePasskeyChallenges(app));
}
