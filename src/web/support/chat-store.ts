import { createStore, useStore } from '#web/platform/store.ts';

const open = createStore(false);

export const setChatOpen = (isOpen: boolean): void => open.set(isOpen);
export const useChatIsOpen = (): boolean => useStore(open);
