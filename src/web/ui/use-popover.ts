import { useEffect, useId, useRef, useState, type ToggleEvent } from 'react';

/** A panel behind a button, under it or above it, that the page’s scrolling closes. Escape and a click outside are the browser’s. */
export function usePopover<Anchor extends HTMLElement>() {
  const id = useId();
  const anchor = useRef<Anchor>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const hide = ({ target }: Event) => {
      if (!panel.current?.contains(target as Node)) panel.current?.hidePopover();
    };
    window.addEventListener('scroll', hide, { capture: true });
    return () => window.removeEventListener('scroll', hide, { capture: true });
  }, [isOpen]);
  return {
    isOpen,
    anchor,
    close: () => panel.current?.hidePopover(),
    opener: { popoverTarget: id, 'aria-expanded': isOpen },
    panel: {
      id,
      ref: panel,
      popover: 'auto' as const,
      onBeforeToggle({ newState }: ToggleEvent<HTMLDivElement>) {
        if (newState === 'open' && panel.current && anchor.current) place(panel.current, anchor.current);
      },
      onToggle({ newState }: ToggleEvent<HTMLDivElement>) {
        setIsOpen(newState === 'open');
      },
    },
  };
}

/** At the edge of its button that is nearer to the middle of the window, below it where there is more space below. */
export function place(panel: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const isLow = (top + bottom) / 2 > innerHeight / 2;
  const isRight = (left + right) / 2 > innerWidth / 2;
  panel.style.top = isLow ? 'auto' : `${bottom + 4}px`;
  panel.style.bottom = isLow ? `${innerHeight - top + 4}px` : 'auto';
  panel.style.left = isRight ? 'auto' : `${left}px`;
  panel.style.right = isRight ? `${document.documentElement.clientWidth - right}px` : 'auto';
}
