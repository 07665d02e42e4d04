import { useEffect, type RefObject } from 'react';

type Place = 'middle' | 'start';

/** From the edge of a line to what begins it: what led there is seen to. */
const inset = 12;

/**
 * Keeps the child that carries `aria-current` in sight in a line that scrolls: also after a font or another language changed
 * widths. A line that scrolls is a stop of the keyboard, unless its children are.
 */
export function useCurrentInSight(frame: RefObject<HTMLElement | null>, place: Place) {
  useEffect(() => {
    const line = frame.current;
    if (!line) return;
    const isStop = !line.querySelector('a, button');
    const sizes = new ResizeObserver(() => {
      if (isStop) line.tabIndex = line.scrollWidth > line.clientWidth ? 0 : -1;
      show(line, place);
    });
    for (const each of [line, ...line.children]) sizes.observe(each);
    return () => sizes.disconnect();
  }, [frame, place]);
}

function show(line: HTMLElement, place: Place) {
  const child = line.querySelector(':scope > [aria-current]')?.getBoundingClientRect();
  const frame = line.getBoundingClientRect();
  if (!child) return;
  const isInSight = line.scrollLeft === 0 && child.left >= frame.left && child.right <= frame.right;
  if (place === 'middle') line.scrollBy(child.left + child.width / 2 - frame.left - frame.width / 2, 0);
  // As long as it is in sight, the way begins with its first step.
  else if (isInSight) return;
  else if (getComputedStyle(line).direction === 'rtl') line.scrollBy(child.right + inset - frame.right, 0);
  else line.scrollBy(child.left - inset - frame.left, 0);
}
