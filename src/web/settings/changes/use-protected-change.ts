import type { ProtectedKey } from '#contract/settings/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshSettings } from '../settings-queries.ts';
import { storeEmailPassword } from '../email/store-email-password.ts';
import { withStoredPassword, type EmailServerDraft } from '../email/email-server-draft.ts';
import { nameKeyOf } from '../names.ts';

/** The form by which something that protects money is changed, or proposed to be, and the ways in which it is sent. */
export function useProtectedChange(
  { key, version }: { key: ProtectedKey; version: number },
  value: unknown,
  onDone: () => void,
) {
  const t = useText();
  const form = useCallForm({ value: '', reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { reason }) => {
    const { outcome } = await call('POST /api/staff/settings/protected', {
      body: { key, value: await asTaken(key, value), version, reason, ...proof },
    }).finally(refreshSettings);
    const name = t(nameKeyOf(key));
    toast({ text: t(outcome === 'changed' ? 'settings.saved' : 'settings.proposed', { name }) });
    onDone();
  });
  return { form, ways };
}

/** A typed password is sent by itself, for no value of a setting has one. */
const asTaken = async (key: ProtectedKey, value: unknown) =>
  key === 'email.server' ? withStoredPassword(value as EmailServerDraft | null, storeEmailPassword) : value;
