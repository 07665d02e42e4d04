/** What prevents push notifications in this browser, if anything does. */
export type PushBar = 'unsupported' | 'install_first' | 'blocked' | null;

const isApple = () => /iPhone|iPad/.test(navigator.userAgent);

/** iPhones and iPads have it only for what is on their home screen. */
export function pushBar(): PushBar {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isApple() ? 'install_first' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

const worker = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager;

/** How this browser is reached now; undefined when it is not. */
export async function presentDevice(): Promise<PushSubscription | undefined> {
  return (await (await worker())?.getSubscription()) ?? undefined;
}

/**
 * Asks the person, unless they were asked before, and then the browser's push service.
 * @returns undefined when either refuses
 */
export async function joinDevice(publicKey: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const manager = await worker();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return manager?.subscribe(options).catch(async (error: unknown) => {
    // It may still be joined by a key of before.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await leaveDevice();
    return manager.subscribe(options);
  });
}

/** Has the browser's push service forget this browser. */
export async function leaveDevice(): Promise<void> {
  await (await presentDevice())?.unsubscribe();
}

/** The same, and removes the notifications that are still on its screen. */
export async function clearDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  for (const each of shown) each.close();
  await leaveDevice();
}

/** What the server needs to reach this browser. */
export function keysOf(device: PushSubscription): { endpoint: string; public_key: string; secret: string } {
  const { p256dh = '', auth = '' } = device.toJSON().keys ?? {};
  return { endpoint: device.endpoint, public_key: p256dh, secret: auth };
}
