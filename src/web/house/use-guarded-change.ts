import type { GuardedKey } from '#contract/house-names.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { useProof } from '#web/settings/factor/use-proof.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshHouse } from './house-queries.ts';
import { keepMailPassword } from './mail/keep-mail-password.ts';
import { withKeptPassword, type MailDraft } from './mail/mail-draft.ts';
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
