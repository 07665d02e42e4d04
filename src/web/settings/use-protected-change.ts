import type { GuardedKey } from '#contract/settings-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshHouse } from './settings-queries.ts';
import { keepMailPassword } from './email/store-email-password.ts';
import { withKeptPassword, type MailDraft } from './email/email-server-draft.ts';
import { nameKeyOf } from './names.ts';

/** The form by which something that protects money is changed, or proposed to be, and the ways in which it is sent. */
export function useGuardedChange(
  { key, version }: { key: GuardedKey; version: number },
  value: unknown,
  onDone: () => void,
) {
  const t = useText();
  const form = useCallForm({ value: '', reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { reason }) => {
    const { outcome } = await call('POST /api/staff/settings/guarded', {
      body: { key, value: await asTaken(key, value), version, reason, ...proof },
    }).finally(refreshHouse);
    const name = t(nameKeyOf(key));
    toast({ text: t(outcome === 'changed' ? 'house.saved' : 'house.proposed', { name }) });
    onDone();
  });
  return { form, ways };
}

/** A typed password goes by itself, for no value of a setting holds one. */
const asTaken = async (key: GuardedKey, value: unknown) =>
  key === 'mail.server' ? withKeptPassword(value as MailDraft | null, keepMailPassword) : value;
