import { Bell, BellOff, Volume2, VolumeX } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useStore } from '#web/platform/store.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { desktopNotice, mayNotify, sound } from './alert-switches.ts';
import { playTone } from './alerts.ts';

/** Whether this browser makes a sound and shows a notice when support writes. Both are off by default. */
export function AlertSwitches() {
  const t = useText();
  const hasSound = useStore(sound.isOn);
  const hasNotice = useStore(desktopNotice.isOn);
  const turnSound = () => {
    sound.turn(!hasSound);
    // Plays the sound at once when it is turned on.
    if (!hasSound) playTone();
  };
  const turnNotice = async () => {
    if (hasNotice) return desktopNotice.turn(false);
    if (await mayNotify()) desktopNotice.turn(true);
    else toast({ text: t('chats.notice_blocked'), tone: 'negative' });
  };
  return (
    <>
      <IconButton label={t('chats.sound')} aria-pressed={hasSound} onClick={turnSound}>
        {hasSound ? <Volume2 {...icon} /> : <VolumeX {...icon} />}
      </IconButton>
      <IconButton label={t('chats.notice')} aria-pressed={hasNotice} onClick={() => void turnNotice()}>
        {hasNotice ? <Bell {...icon} /> : <BellOff {...icon} />}
      </IconButton>
    </>
  );
}
