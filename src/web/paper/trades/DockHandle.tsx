import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { minDockHeight } from './dock-height.ts';
import styles from './TradesDock.module.css';

interface DockHandleProps {
  height: number;
  max: number;
  onChange: (height: number) => void;
}

const stepPx = 24;

/** The upper edge of the dock: dragged, or moved by the arrow keys. */
export function DockHandle({ height, max, onChange }: DockHandleProps) {
  const t = useText();
  const from = useRef<{ y: number; height: number } | null>(null);
  const start = (event: PointerEvent<HTMLDivElement>) => {
    from.current = { y: event.clientY, height };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = ({ clientY }: PointerEvent) => {
    if (from.current) onChange(from.current.height + from.current.y - clientY);
  };
  const end = () => {
    from.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowUp: height + stepPx, ArrowDown: height - stepPx, Home: max, End: minDockHeight }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChange(to);
  };
  return (
    // A separator that moves takes the focus: the pattern of a splitter.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.handle}
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('terminal.resize_trades')}
      aria-valuenow={height}
      aria-valuemin={minDockHeight}
      aria-valuemax={max}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  );
}
