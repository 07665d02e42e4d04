import { createStore, useStore } from '../store.ts';

/** The dialogs that stand ready behind every screen of the main layout. */
export type DialogName =
  | 'open-account'
  | 'create-trading-account'
  | 'palette'
  | 'keys'
  | 'move-money'
  | 'transfer'
  | 'convert';

const open = createStore<DialogName | null>(null);

export const openDialog = (name: DialogName): void => open.set(name);
export const closeDialog = (): void => open.set(null);
export const useOpenDialog = (): DialogName | null => useStore(open);
