import { hexOf } from '#web/platform/hex.ts';

/** What a client brings to the draw: made here, so that no one else chooses it. */
export const newDrawSecret = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)));
