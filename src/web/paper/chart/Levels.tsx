import { useRef, useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Drawing } from '../candle-drawing.ts';
import { useTerminal } from '../terminal.ts';
import { useInstrument, usePaperState } from '../terminal-queries.ts';
import { LevelsDialog } from '../trades/LevelsDialog.tsx';
import { drawnAs, levelsOf, recordOf, resultAt, type Level } from './levels.ts';
import styles from './Levels.module.css';
import { LevelTag } from './LevelTag.tsx';
import { useLevelLines } from './use-level-lines.ts';
import { useMoveLevel } from './use-move-level.ts';

/** Positions, orders and stops as lines, each with a tag that is dragged to another price. Pressing a tag opens its fields. */
export function Levels({ drawing, digits }: { drawing: Drawing; digits: number }) {
  const t = useText();
  const { symbol } = useTerminal();
  const { instrument, quote } = useInstrument();
  const state = usePaperState().data;
  const layer = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ level: Level; price: string } | null>(null);
  const [opened, setOpened] = useState<Level | null>(null);
  const move = useMoveLevel();

  const levels = state ? levelsOf(state, symbol) : [];
  const shown = dragged ? withDragged(levels, dragged, quote?.bid ?? dragged.price) : levels;
  useLevelLines(drawing, layer, shown);

  const priceAt = (clientY: number) => {
    const box = layer.current?.getBoundingClientRect();
    const height = (box?.height ?? 0) - drawing.chart.timeScale().height();
    const y = Math.min(Math.max(clientY - (box?.top ?? 0), 0), height);
    return drawing.series.coordinateToPrice(y)?.toFixed(digits);
  };
  const drop = async (level: Level, price: string) => {
    setDragged({ level, price });
    await move(level, price, quote?.bid ?? price);
    // By now the new level is there, or it stays where it was.
    setDragged(null);
  };

  return (
    <>
      <div ref={layer} className={styles.layer} dir="ltr" role="group" aria-label={t('terminal.levels_on_chart')}>
        {shown.map((level) => (
          <LevelTag
            key={level.key}
            level={level}
            result={
              level.kind === 'open'
                ? (level.of.position?.profit ?? null)
                : level.kind !== 'order' && instrument && state
                  ? resultAt(level, level.price, instrument, state.account.currency)
                  : null
            }
            movable={quote?.is_open ?? false}
            onDrag={(clientY) => {
              const price = priceAt(clientY);
              if (price) setDragged({ level: dragged?.level ?? level, price });
            }}
            onDrop={() => dragged && void drop(dragged.level, dragged.price)}
            onCancel={() => setDragged(null)}
            onOpen={() => setOpened(level)}
          />
        ))}
      </div>
      {opened && <LevelsDialog subject={opened.of} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The level at its new price; that of a position stays, and the stop that is drawn from it stands beside it. */
function withDragged(levels: Level[], { level, price }: { level: Level; price: string }, now: string): Level[] {
  const kind = drawnAs(level, price, now);
  const key = `${recordOf(level).ticket} ${kind}`;
  return [...levels.filter((each) => each.key !== key), { ...level, key, kind, price }];
}
