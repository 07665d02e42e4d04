import { call } from '../api/api.ts';
import { useText } from '../i18n/i18n.tsx';
import { useSignedIn } from './session.ts';
import { useAsyncAction } from '../forms/use-async-action.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Sends the verification link again, and shows whether it was sent. */
export function useResendVerification() {
  const t = useText();
  const { email } = useSignedIn();
  const { isBusy, run } = useAsyncAction();
  const resend = async () => {
    await call('POST /api/email/resend', { body: {} });
    toast({ text: t('common.verify_email_sent', { email }) });
  };
  return { isBusy, resend: () => run(resend) };
}
