import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Tabs.module.css';

/**
 * Links to the parts of one screen. The link of the present part carries `aria-current="page"`, as the router's links
 * do, and stays in view where a phone has no space for all of them: also after a font or another language changed widths.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const tabs = frame.current;
    if (!tabs) return;
    const sizes = new ResizeObserver(() => center(tabs));
    for (const each of [tabs, ...tabs.children]) sizes.observe(each);
    return () => sizes.disconnect();
  }, []);
  return (
    <nav ref={frame} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

function center(tabs: HTMLElement) {
  const link = tabs.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  const frame = tabs.getBoundingClientRect();
  if (link) tabs.scrollBy(link.left + link.width / 2 - frame.left - frame.width / 2, 0);
}
