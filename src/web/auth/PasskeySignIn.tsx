import { useRouter } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import {
  requestPasskey,
  offersPasskeys,
  cancelPasskeyRequest,
  undefinedIfDismissed,
} from '#web/platform/session/passkey.ts';
import { startSession } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { icon } from '#web/ui/icon.ts';
import { fieldsClass } from './Entrance.tsx';

type Signed = Awaited<ReturnType<typeof requestPasskey>>;

/** Signs in with a passkey alone: by this button, or where the browser offers one in the field of the name. */
export function PasskeySignIn({ remember }: { remember: boolean }) {
  const t = useText();
  const router = useRouter();
  const form = useCallForm({});
  const [round, setRound] = useState(0);
  const nextRound = () => setRound((before) => before + 1);
  const enter = async (signed: Signed | undefined) => {
    if (!signed) return;
    await startSession('POST /api/login/passkey/verify', { body: { ...signed, remember } }, remember);
    await router.navigate({ href: takeIntendedPath() });
  };
  const press = form.submit(() => requestPasskey().catch(undefinedIfDismissed).then(enter).finally(nextRound));
  return (
    <form className={fieldsClass} noValidate onSubmit={press}>
      <FormErrors messages={form.messages} />
      <Button type="submit" wide busy={form.busy} icon={<KeyRound {...icon} />}>
        {t('auth.use_passkey')}
      </Button>
      <OfferInField
        key={round}
        onSigned={(signed) => form.submit(() => enter(signed).finally(nextRound))()}
        onOld={nextRound}
      />
    </form>
  );
}

/** A challenge is renewed a little before it expires. */
const renewMs = tokenLifetimeMs.passkeyAttempt * 0.9;

interface OfferInFieldProps {
  onSigned: (signed: Signed) => void;
  onOld: () => void;
}

/** Waits, while mounted, until the person chooses a passkey in the field of the name. */
function OfferInField({ onSigned, onOld }: OfferInFieldProps) {
  const signed = useEffectEvent(onSigned);
  const old = useEffectEvent(onOld);
  useEffect(() => {
    let isOver = false;
    const renewal = setTimeout(() => old(), renewMs);
    const wait = async () => {
      if (!(await offersPasskeys()) || isOver) return;
      const chosen = await requestPasskey(undefined, true).catch(undefinedIfDismissed);
      if (chosen && !isOver) signed(chosen);
    };
    wait().catch((error: unknown) => console.error('Error offering passkeys', error));
    return () => {
      isOver = true;
      clearTimeout(renewal);
      cancelPasskeyRequest();
    };
  }, []);
  return null;
}
