const flag = 'reloadedForLayout';
let lost = false;
let loading: Promise<unknown> | undefined;
let load: (() => Promise<unknown>) | undefined;

/** The shell says how the layout of signed-in people is had: its code and its texts. */
export function provideMainLayout(act: () => Promise<unknown>): void {
  load = act;
}

/** Whether the layout could not be had: React remembers that for as long as the page lives, so only a new page helps. */
export const isLayoutLost = (): boolean => lost;

/**
 * Has the main layout before a screen that stands in it. Like a screen's own code, what cannot be loaded reloads the page,
 * once; after that it is the error layout's, whose "try again" loads the page anew.
 */
export async function loadMainLayout(): Promise<void> {
  loading ??= load?.();
  try {
    await loading;
    sessionStorage.removeItem(flag);
  } catch (error) {
    loading = undefined;
    lost = true;
    if (sessionStorage.getItem(flag) !== null) throw error;
    sessionStorage.setItem(flag, '1');
    location.reload();
    await new Promise(() => {});
  }
}
