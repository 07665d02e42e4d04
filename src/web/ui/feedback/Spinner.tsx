import styles from './Spinner.module.css';

/** A turning ring in the colour of the text. Shows that something runs; the text comes from its parent. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden />;
}
