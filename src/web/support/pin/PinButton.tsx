import { Hash } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import { SupportPin } from './SupportPin.tsx';

/** The PIN, where a client contacts support. */
export function PinButton() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<Hash {...icon} />} onClick={() => setIsOpen(true)}>
        {t('shell.pin_title')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('shell.pin_title')}
        closeLabel={t('common.m167_close')}
        loadingText={t('common.loading')}
        onClear={() => setIsOpen(false)}
      >
        <SupportPin />
      </Dialog>
    </>
  );
}
