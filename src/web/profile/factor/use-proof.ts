import { useQuery } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { passkeysWork, provePasskey, undefinedIfDismissed } from '#web/platform/session/passkey.ts';
import type { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { passkeysQuery } from '../passkeys/passkeys-query.ts';

export type Proof = RequestOf<'POST /api/settings/second-factor/totp'>['body'];

/**
 * The two ways to prove that it is oneself: password and code as typed, or a passkey, where there is one. Closing the
 * browser's window is no failure.
 */
export function useProof<V extends { current_password: string; code: string }>(
  form: Pick<ReturnType<typeof useCallForm<V & { [K in keyof V]: string | boolean }>>, 'submit'>,
  action: (proof: Proof, values: V) => Promise<unknown>,
) {
  const hasPasskey = useQuery(passkeysQuery).data?.passkeys.some(({ works }) => works) ?? false;
  const quietly = (does: (values: V) => Promise<unknown>) =>
    form.submit((values) => does(values).catch(undefinedIfDismissed));
  return {
    byPassword: quietly((values) => {
      const { current_password, code } = values;
      return action({ current_password, ...(code ? { code } : {}) }, values);
    }),
    byPasskey:
      hasPasskey && passkeysWork()
        ? quietly(async (values) => action({ passkey: await provePasskey() }, values))
        : undefined,
  };
}
