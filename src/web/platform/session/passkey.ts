import type { ResponseOf, RequestOf } from '#contract/api.ts';
import { call } from '../api/api.ts';

/** Talks to the device about passkeys. The library comes when first needed. */
let loading: Promise<typeof import('@simplewebauthn/browser')> | undefined;
const library = () => (loading ??= import('@simplewebauthn/browser'));

/** Whether passkeys can work on this page: browsers know none at an address that is a number. */
export const passkeysWork = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

/** Whether the browser offers passkeys in a field, like stored names. */
export const offersPasskeys = async (): Promise<boolean> =>
  passkeysWork() && ((await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** The person closed the browser's dialog, or let it time out: no message is needed. */
export class PasskeyDismissed extends Error {}

/** For `catch`: nothing came of it, or a failure. */
export function undefinedIfDismissed(error: unknown): undefined {
  if (!(error instanceof PasskeyDismissed)) throw error;
}

type SignInOptions = ResponseOf<'POST /api/login/passkey'>;
type ResponseBody = RequestOf<'POST /api/login/passkey/verify'>['body']['passkey'];

/** Asks the device to sign. In a field it waits until the person chooses a passkey there. @throws PasskeyDismissed */
async function sign({ options }: SignInOptions, inField = false): Promise<ResponseBody> {
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
const transportsOf = (transports: readonly string[]) => known.filter((one) => transports.includes(one));

function dismissed(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw name === 'NotAllowedError' || name === 'AbortError' ? new PasskeyDismissed(name, { cause: error }) : error;
}

/** What goes with the sign-in: the device's response to a challenge for it. */
export async function requestPasskey(challenge?: string, inField = false) {
  const options = await call('POST /api/login/passkey', { body: challenge ? { challenge } : {} }, { loader: !inField });
  return { attempt: options.attempt, passkey: await sign(options, inField) };
}

/** A proof that it is the client, in place of password and code. */
export async function provePasskey() {
  const options = await call('POST /api/settings/passkeys/start-proof', { body: {} });
  return { attempt: options.attempt, response: await sign(options) };
}

type CreationRequest = ResponseOf<'POST /api/settings/passkeys/start'>;

/** Asks the device to make a passkey. @throws PasskeyDismissed */
export async function makePasskey({ options }: CreationRequest) {
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
export function cancelPasskeyRequest(): void {
  void loading?.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
}
