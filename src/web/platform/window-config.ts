import type { WindowConfig } from '#contract/kernel/window-config.ts';

/** What the server wrote into the page about this installation; read once. */
export const windowConfig: WindowConfig = JSON.parse(
  document.getElementById('config')?.textContent ?? '{}',
) as WindowConfig;
