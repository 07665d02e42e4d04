import type { AnswerOf, RequestOf } from '#contract/api.ts';
import { call } from '../api/api.ts';

/** Talks to the device about passkeys. The library comes when first needed. */
let loading: Promise<typeof import('@simplewebauthn/browser')> | undefined;
const library = () => (loading ??= import('@simplewebauthn/browser'));

/** Whether passkeys can work on this page: browsers know none at an address that is a number. */
export const passkeysWork = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

/** Whether the browser offers passkeys in a field, like names that it has kept. */
export const offersPasskeys = async (): Promise<boolean> =>
  passkeysWork() && ((await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** Somebody closed the browser's window, or let it wait too long: nothing that has to be told him. */
export class PasskeyDismissed extends Error {}

/** For `catch`: nothing came of it, or a failure. */
export function undefinedIfDismissed(error: unknown): undefined {
  if (!(error instanceof PasskeyDismissed)) throw error;
}

type Asked = AnswerOf<'POST /api/login/passkey'>;
type Answer = RequestOf<'POST /api/login/passkey/answer'>['body']['passkey'];

/** Lets the device sign. In a field it waits until somebody chooses a passkey there. @throws PasskeyDismissed */
async function sign({ options }: Asked, inField = false): Promise<Answer> {
  const { startAuthentication } = await library();
  const allowCredentials = options.allowCredentials.map((one) => ({
    ...one,
    transports: transportsOf(one.transports),
  }));
  const signed = startAuthentication({ optionsJSON: { ...options, allowCredentials }, useBrowserAutofill: inField });
  const { id, rawId, type, response } = await signed.catch(dismissed);
  return { id, rawId, type, response };
}

const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const transportsOf = (told: readonly string[]) => known.filter((one) => told.includes(one));

function dismissed(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw name === 'NotAllowedError' || name === 'AbortError' ? new PasskeyDismissed(name, { cause: error }) : error;
}

/** What goes with the sign-in: the answer of the device to a question for it. */
export async function askPasskey(challenge?: string, inField = false) {
  const asked = await call('POST /api/login/passkey', { body: challenge ? { challenge } : {} }, { loader: !inField });
  return { attempt: asked.attempt, passkey: await sign(asked, inField) };
}

/** A proof that it is the client himself, in place of password and code. */
export async function provePasskey() {
  const asked = await call('POST /api/settings/passkeys/prove', { body: {} });
  return { attempt: asked.attempt, answer: await sign(asked) };
}

type MakeAsked = AnswerOf<'POST /api/settings/passkeys/begin'>;

/** Lets the device make a passkey. @throws PasskeyDismissed */
export async function makePasskey({ options }: MakeAsked) {
  const { startRegistration } = await library();
  const excludeCredentials = options.excludeCredentials.map((one) => ({
    ...one,
    transports: transportsOf(one.transports),
  }));
  const made = startRegistration({ optionsJSON: { ...options, excludeCredentials } });
  const { id, rawId, type, response } = await made.catch(dismissed);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports: [...transports] } };
}

/** Ends what a field still waits for. */
export function stopAsking(): void {
  void loading?.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
}
