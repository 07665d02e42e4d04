import styles from './Spinner.module.css';

/** A turning ring in the colour of the text. Shows that something runs; the words come from whoever shows it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden />;
}
