import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { Result } from '../Result.tsx';
import { recordOf, type Level } from './levels.ts';
import styles from './Levels.module.css';

interface LevelTagProps {
  level: Level;
  /** What it comes to, where that is known. */
  result: string | null;
  /** While the market is open. */
  movable: boolean;
  onDrag: (clientY: number) => void;
  onDrop: () => void;
  onCancel: () => void;
  /** Pressed without being dragged. */
  onOpen: () => void;
}

/** A hand trembles by so many pixels. */
const slack = 4;

/** The tag of a line: what it is and comes to. Dragging moves it, pressing opens its fields, which is the way by keyboard. */
export function LevelTag({ level, result, movable, onDrag, onDrop, onCancel, onOpen }: LevelTagProps) {
  const t = useText();
  const format = useFormat();
  const from = useRef<number | null>(null);
  const isDragging = useRef(false);
  const { side, volume } = recordOf(level);
  const { kind } = level;
  const isOwn = kind === 'open' || kind === 'order';

  const start = (event: PointerEvent<HTMLButtonElement>) => {
    isDragging.current = false;
    if (!movable || event.button !== 0) return;
    from.current = event.clientY;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (from.current === null) return;
    if (Math.abs(event.clientY - from.current) >= slack) isDragging.current = true;
    if (isDragging.current) onDrag(event.clientY);
  };
  const end = () => {
    if (from.current !== null && isDragging.current) onDrop();
    from.current = null;
  };
  const cancel = () => {
    from.current = null;
    onCancel();
  };

  const open = ({ detail }: MouseEvent) => {
    // A drag ends in a click, too; one by keyboard, which counts no presses, may follow it.
    if (detail === 0 || !isDragging.current) onOpen();
  };

  return (
    <button
      type="button"
      className={cx(styles.tag, styles[kind], styles[side], movable && styles.movable)}
      data-price={level.price}
      data-level={kind}
      aria-haspopup="dialog"
      title={movable ? t('terminal.drag_hint') : undefined}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
      onClick={open}
    >
      <bdi>{isOwn ? t(`terminal.side_${side}`) : t(`terminal.${kind}_at`, { price: format.price(level.price) })}</bdi>
      {isOwn && <bdi>{volume}</bdi>}
      {result !== null && <Result amount={result} />}
    </button>
  );
}
