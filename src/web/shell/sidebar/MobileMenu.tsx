import { useRouter } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { mobileMenuExtraPx, mobileMenuMeasureMs } from '#contract/kernel/constants.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './MobileMenu.module.css';

const menuId = 'mobile-menu';

export function MobileMenuButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useText();
  return (
    <IconButton
      label={t(isOpen ? 'shell.close_menu' : 'shell.open_menu')}
      className={styles.button}
      aria-expanded={isOpen}
      aria-controls={menuId}
      onClick={onToggle}
    >
      {isOpen ? <X {...icon} /> : <Menu {...icon} />}
    </IconButton>
  );
}

interface MobileMenuProps {
  isOpen: boolean;
  onClose: () => void;
  /** The menu itself. */
  children: ReactNode;
}

/**
 * The side menu of phones and tablets, unfolded under the bar. It closes when a screen is chosen, the present one too, and
 * by Escape, which gives the focus back to the button.
 */
export function MobileMenu({ isOpen, onClose, children }: MobileMenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const height = useMeasuredHeight(panel, isOpen);
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && onClose()),
    [router, onClose],
  );
  useEffect(() => {
    const menu = panel.current;
    if (!isOpen || !menu) return;
    const closeOnLink = ({ target }: MouseEvent) => target instanceof Element && target.closest('a') && onClose();
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onClose();
      document.querySelector<HTMLElement>(`[aria-controls="${menuId}"]`)?.focus();
    };
    menu.addEventListener('click', closeOnLink);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      menu.removeEventListener('click', closeOnLink);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen, onClose]);
  return (
    <div id={menuId} className={styles.menu} hidden={!isOpen} style={{ maxBlockSize: height }}>
      <div ref={panel}>{isOpen && children}</div>
    </div>
  );
}

/**
 * Height of the open menu in pixels, measured once its lists had time to arrive, with space for the browser's own bars.
 */
function useMeasuredHeight(panel: React.RefObject<HTMLDivElement | null>, isOpen: boolean): number | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(
      () => setHeight((panel.current?.scrollHeight ?? 0) + mobileMenuExtraPx),
      mobileMenuMeasureMs,
    );
    return () => {
      clearTimeout(timer);
      setHeight(undefined);
    };
  }, [panel, isOpen]);
  return height;
}
