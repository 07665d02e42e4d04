import { cx } from '../cx.ts';
import styles from './Drawing.module.css';

export type DrawingName =
  | 'basin'
  | 'bell'
  | 'bench'
  | 'doorway'
  | 'gate'
  | 'key'
  | 'letter'
  | 'olive'
  | 'shelf'
  | 'shutters'
  | 'staircase'
  | 'sundial';

/** A line drawing of our own, over an arch in a tint of the accent. It says nothing that the text does not. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <span className={cx(styles.drawing, styles[name])} aria-hidden />
);
