import type { App } from './platform/app.ts';

/** Every room with its endpoints and listeners; a new room is a line here. */
export const rooms: ((app: App) => void)[] = [];
