import type { Scale } from './chart-scale.ts';
import styles from './LineChart.module.css';

/** The height of a value in its scale, in percent. */
export const heightOf = (value: number, { low, high }: Scale): number => ((value - low) / (high - low)) * 100;

interface ChartLineProps {
  /** At equal distances, the oldest first; at least two. Null is a gap in the line. */
  values: readonly (number | null)[];
  /** What the line is compared with, just as many. */
  compared?: readonly (number | null)[] | undefined;
  scale: Scale;
  /** The index of the value that is read out. */
  shown: number;
  /** Whether the person chose it; a line through the drawing marks it. */
  isChosen: boolean;
}

/** The drawing alone. It is stretched to its box, so its lines keep their width and the dot is an element of its own. */
export function ChartLine({ values, compared, scale, shown, isChosen }: ChartLineProps) {
  const across = (index: number) => (index / (values.length - 1)) * 100;
  const point = (value: number, index: number): Point => ({
    x: across(index).toFixed(3),
    y: (100 - heightOf(value, scale)).toFixed(3),
  });
  const at = values[shown];
  const floor = 100 - heightOf(0, scale);
  return (
    <>
      <svg className={styles.drawing} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {scale.ticks.map((tick) => (
          <path key={tick} className={styles.grid} d={`M0 ${100 - heightOf(tick, scale)}H100`} />
        ))}
        {/* An area says how much there is, which it can only do from zero. */}
        {scale.low <= 0 &&
          piecesOf(values, point).map((piece) => (
            <polygon
              key={piece[0]?.x}
              className={styles.area}
              points={`${piece[0]?.x},${floor} ${joined(piece)} ${piece.at(-1)?.x},${floor}`}
            />
          ))}
        {compared && <Line className={styles.compared} pieces={piecesOf(compared, point)} />}
        <Line className={styles.line} pieces={piecesOf(values, point)} />
        {isChosen && <path className={styles.cursor} d={`M${across(shown)} 0V100`} />}
      </svg>
      {typeof at === 'number' && (
        <span
          className={styles.dot}
          style={{ insetInlineStart: `${across(shown)}%`, insetBlockEnd: `${heightOf(at, scale)}%` }}
        />
      )}
    </>
  );
}

interface Point {
  x: string;
  y: string;
}

const joined = (piece: readonly Point[]) => piece.map(({ x, y }) => `${x},${y}`).join(' ');

/** The parts of a line between its gaps. */
function piecesOf(line: readonly (number | null)[], point: (value: number, index: number) => Point): Point[][] {
  const pieces: Point[][] = [];
  for (const [index, value] of line.entries()) {
    if (value === null) continue;
    if (index > 0 && line[index - 1] !== null) pieces.at(-1)?.push(point(value, index));
    else pieces.push([point(value, index)]);
  }
  return pieces;
}

/** A value between two gaps is a dot: a line of no length with round ends. */
const Line = ({ pieces, className }: { pieces: readonly Point[][]; className: string | undefined }) =>
  pieces.map((piece) =>
    piece.length > 1 ? (
      <polyline key={piece[0]?.x} className={className} points={joined(piece)} />
    ) : (
      <path key={piece[0]?.x} className={className} strokeLinecap="round" d={`M${piece[0]?.x} ${piece[0]?.y}h0.001`} />
    ),
  );
