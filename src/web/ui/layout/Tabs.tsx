import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './Tabs.module.css';

interface TabsProps {
  label: string;
  /** There is a place for `TabsEnd`. */
  hasEnd?: boolean;
  children: ReactNode;
}

/**
 * Links to the parts of one screen. The link of the present part carries `aria-current="page"`, as the router's links
 * do, and stays in view where a phone has no space for all of them: also after a font or another language changed widths.
 */
export function Tabs({ label, hasEnd, children }: TabsProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const tabs = frame.current;
    if (!tabs) return;
    const sizes = new ResizeObserver(() => center(tabs));
    for (const each of [tabs, ...tabs.children]) sizes.observe(each);
    return () => sizes.disconnect();
  }, []);
  const tabs = (
    <nav ref={frame} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
  if (!hasEnd) return tabs;
  return (
    <div className={styles.line}>
      {tabs}
      <div id={endId} className={styles.end} />
    </div>
  );
}

const endId = 'tabs-end';
const findEnd = () => document.getElementById(endId);
/** It is there as long as the tabs are. */
const subscribe = () => () => undefined;

/** What can be done with the part that is open: at the end of the line of tabs. */
export function TabsEnd({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(subscribe, findEnd);
  return place && createPortal(children, place);
}

function center(tabs: HTMLElement) {
  const link = tabs.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  const frame = tabs.getBoundingClientRect();
  if (link) tabs.scrollBy(link.left + link.width / 2 - frame.left - frame.width / 2, 0);
}
