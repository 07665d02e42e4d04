import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { supportPinMinutes } from '#contract/kernel/constants.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './SupportPin.module.css';

type Pin = ResponseOf<'POST /api/settings/pin'>;

/** The PIN by which support recognises who calls: shown on request, and gone with the screen. */
export function SupportPin() {
  const t = useText();
  const [pin, setPin] = useState<Pin>();
  const { isBusy, run } = useAsyncAction();
  const show = async () => setPin(await call('POST /api/settings/pin', { body: {} }));
  return (
    <div className={styles.pin}>
      <p>{t('shell.pin_text', { minutes: supportPinMinutes })}</p>
      <div role="status">{pin && <Shown key={pin.pin} pin={pin} />}</div>
      <Button busy={isBusy} onClick={() => run(show)}>
        {t(pin ? 'shell.pin_another' : 'shell.pin_show')}
      </Button>
    </div>
  );
}

function Shown({ pin: { pin, expires_at: until } }: { pin: Pin }) {
  const t = useText();
  if (new Date(until) <= useNow()) return <p>{t('shell.pin_over')}</p>;
  return (
    <>
      <p className={styles.digits}>
        <bdi>{`${pin.slice(0, 3)} ${pin.slice(3)}`}</bdi>
      </p>
      <p className={textStyles.soft}>
        <DateTime at={until} within="shell.pin_until" />
      </p>
    </>
  );
}
