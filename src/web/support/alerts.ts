import { desktopNotice, sound } from './alert-switches.ts';

/** What a client reads outside of the page: in the order of the browser's notification. */
export interface AlertWords {
  title: string;
  text: string;
}

/** Two short notes, made here: no file is fetched, and no policy has to allow one. */
export function playTone(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.08, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.35);
  for (const [draftStore, hertz] of [660, 880].entries()) {
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(volume);
    note.start(context.currentTime + draftStore * 0.12);
    note.stop(context.currentTime + 0.35);
    if (draftStore === 1) note.addEventListener('ended', () => void context.close());
  }
}

/** One tab does it for all; the others, which received the same message, do not. */
const aloneForMs = 2000;

/**
 * Says that support has written, by sound and by desktop notice as the client chose. @param isHidden whether this tab
 * is in the background
 */
export async function alertOnce(words: AlertWords, isHidden: boolean): Promise<void> {
  // A browser keeps a tab silent until the person has interacted with it: another one has to sound.
  const sounds = sound.isOn.get() && navigator.userActivation.hasBeenActive;
  const shows = isHidden && desktopNotice.isOn.get() && Notification.permission === 'granted';
  await Promise.all([
    sounds && inOneTab('support-sound', playTone),
    shows && inOneTab('support-notice', () => show(words)),
  ]);
}

async function inOneTab(name: string, action: () => void): Promise<void> {
  // Browsers keep locks from pages that came over an open line.
  if (!('locks' in navigator)) return action();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    action();
    await new Promise((resolve) => setTimeout(resolve, aloneForMs));
  });
}

function show({ title, text }: AlertWords): void {
  // The tag lets the next one take the place of the last.
  const notice = new Notification(title, { body: text, tag: 'support' });
  notice.addEventListener('click', () => {
    window.focus();
    notice.close();
  });
}
