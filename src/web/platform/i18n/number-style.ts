import { defaultNumberStyle, type NumberStyle } from '#contract/kernel/constants.ts';
import { createStore, useStore } from '../store.ts';

/** How numbers are written for the signed-in person. */
const style = createStore<NumberStyle>(defaultNumberStyle);

export const setNumberStyle = (next: NumberStyle): void => style.set(next);

export const useNumberStyle = (): NumberStyle => useStore(style);

export const currentNumberStyle = (): NumberStyle => style.get();
