import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Tabs.module.css';

/**
 * Links to the parts of one screen. The link of the present part carries `aria-current="page"`, as the router's links
 * do, and is in view from the start where a phone has no space for all of them.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    frame.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav ref={frame} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
