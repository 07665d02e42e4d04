import { useText } from '#web/platform/i18n/i18n.tsx';
import { SupportPin } from './SupportPin.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

/** How support recognises the client on the phone. */
export function PinCard() {
  const t = useText();
  return (
    <Card title={t('shell.pin_title')}>
      <SupportPin />
    </Card>
  );
}
