import { stored } from '#contract/kernel/constants.ts';
import { createStore, type Store } from '#web/platform/store.ts';

/** A switch of this browser, off by default. */
export interface AlertSwitch {
  isOn: Store<boolean>;
  turn(on: boolean): void;
}

function switchOf(name: string): AlertSwitch {
  const isOn = createStore(localStorage.getItem(name) === 'on');
  // Another tab of this browser has turned it.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === name) isOn.set(newValue === 'on');
  });
  return {
    isOn,
    turn(on) {
      localStorage.setItem(name, on ? 'on' : 'off');
      isOn.set(on);
    },
  };
}

export const sound = switchOf(stored.chatSound);
export const desktopNotice = switchOf(stored.chatNotice);

/** Whether the browser allows notifications; requested only after an action of the person. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
