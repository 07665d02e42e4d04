import { useState } from 'react';

/** What belongs to this screen and not to the person: how its space is shared out. */
const storedAs = 'terminalDock';
export const minDockHeight = 104;
const firstHeight = 220;

/** So much is left to the chart. */
const leftToChart = 260;

export const maxDockHeight = (windowHeight: number) => Math.max(minDockHeight, windowHeight - leftToChart);

/** A height that fits the window. */
export function withinWindow(height: number, windowHeight: number): number {
  return Math.round(Math.min(Math.max(height, minDockHeight), maxDockHeight(windowHeight)));
}

export function useDockHeight() {
  const [height, put] = useState(() => Number(localStorage.getItem(storedAs)) || firstHeight);
  const setHeight = (next: number) => {
    const fitting = withinWindow(next, window.innerHeight);
    put(fitting);
    localStorage.setItem(storedAs, String(fitting));
  };
  return { height: withinWindow(height, window.innerHeight), setHeight, max: maxDockHeight(window.innerHeight) };
}
