import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { forgetOldAttempts } from './passkey-challenge.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkey-actions.ts';
import { beginProof } from './verify-proof.ts';
import { beginPasskeySignIn, signInByPasskey } from './sign-in.ts';

export function passkeyRoutes(app: App): void {
  handle(app, 'auth.begin_passkey_sign_in', ({ body }) => beginPasskeySignIn(app, body.challenge));
  handle(app, 'auth.sign_in_by_passkey', (call) => signInByPasskey(app, call, call.body));
  handle(app, 'auth.passkeys', ({ me }) => listPasskeys(app, me));
  handle(app, 'auth.begin_passkey', ({ me, body }) => beginPasskey(app, me, body));
  handle(app, 'auth.add_passkey', ({ me, body }) => addPasskey(app, me, body));
  handle(app, 'auth.rename_passkey', ({ me, body }) => renamePasskey(app, me, body));
  handle(app, 'auth.remove_passkey', ({ me, body }) => removePasskey(app, me, body));
  handle(app, 'auth.begin_proof', ({ me }) => beginProof(app, me));
  app.jobs.every('auth.forget_passkey_attempts', 3_600_000, () => forgetOldAttempts(app));
}
