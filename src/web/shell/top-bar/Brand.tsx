import type { WindowConfig } from '#contract/kernel/window-config.ts';
import { useTheme } from '#web/platform/theme.ts';
import styles from './TopBar.module.css';

/** The mark of the product: an open court between two walls. Takes the accent colour. */
export function Brand({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden>
      <rect x="1.5" y="1.5" width="21" height="21" rx="5.5" fill="var(--accent)" />
      <path d="M7 17.5V11a5 5 0 0 1 10 0v6.5" stroke="var(--on-accent)" strokeWidth="2" strokeLinecap="round" />
      <path d="M12 13.5v4" stroke="var(--on-accent)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** The operator's own picture, which shows the name; one for each theme. */
export function BrandLogo({ name, logo }: { name: string; logo: NonNullable<WindowConfig['logo']> }) {
  const isDark = useTheme() === 'dark-theme';
  return <img className={styles.logo} src={isDark ? logo.dark : logo.light} alt={name} />;
}
