const flag = 'reloadedForLayout';
let lost = false;
let load: (() => Promise<unknown>) | undefined;

/** The shell provides how the layout of signed-in people loads, clients or staff: its code and its texts. */
export function provideMainLayout(action: () => Promise<unknown>): void {
  load = action;
}

/** Whether the layout could not be had: React remembers that for as long as the page lives, so only a new page helps. */
export const isLayoutLost = (): boolean => lost;

/**
 * Loads the main layout before a screen inside it. Like a screen's own code, a failure reloads the page, once; after
 * that the error layout shows, whose "try again" reloads the page.
 */
export async function loadMainLayout(): Promise<void> {
  try {
    await load?.();
    sessionStorage.removeItem(flag);
  } catch (error) {
    lost = true;
    if (sessionStorage.getItem(flag) !== null) throw error;
    sessionStorage.setItem(flag, '1');
    location.reload();
    await new Promise(() => {});
  }
}
