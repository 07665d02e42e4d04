import { useEffect, useRef } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { fieldsClass } from '../Entrance.tsx';
import { useWait } from '../use-wait.ts';

const resendAfterS = 60;

/** Says that an email was sent, and sends it again to a person who has waited a minute. */
export function EmailSent({ text, again }: { text: string; again: () => Promise<unknown> }) {
  const t = useText();
  const wait = useWait(resendAfterS);
  const form = useCallForm({});
  const resend = form.submit(async () => {
    await again();
    wait.restart();
  });
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div className={fieldsClass}>
      <div ref={message} tabIndex={-1}>
        <Alert tone="positive" role="status">
          <p>{text}</p>
        </Alert>
      </div>
      <FormErrors messages={form.messages} />
      {windowConfig.demo && <Link to="/mailbox">{t('auth.open_mailbox')}</Link>}
      <Button wide busy={form.busy} disabled={wait.secondsLeft > 0} onClick={() => resend()}>
        {wait.secondsLeft > 0 ? t('auth.send_again_in', { seconds: wait.secondsLeft }) : t('auth.send_again')}
      </Button>
    </div>
  );
}
