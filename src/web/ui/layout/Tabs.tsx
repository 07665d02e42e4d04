import { useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import stripStyles from './Strip.module.css';
import styles from './Tabs.module.css';
import { useCurrentInSight } from './use-current-in-sight.ts';

interface TabsProps {
  label: string;
  /** There is a place for `TabsEnd`. */
  hasEnd?: boolean;
  children: ReactNode;
}

/**
 * Links to the parts of one screen. The link of the present part carries `aria-current="page"`, as the router's links
 * do, and stays in view where a phone has no space for all of them.
 */
export function Tabs({ label, hasEnd, children }: TabsProps) {
  const frame = useRef<HTMLElement>(null);
  useCurrentInSight(frame, 'middle');
  const tabs = (
    <nav ref={frame} className={cx(stripStyles.strip, styles.tabs)} aria-label={label}>
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
