import styles from './RecordNumber.module.css';

/** For a link that a text makes of such a number. */
export const numberClass = styles.number;

/** A number that people read out, of a record as `P-100023` or of a telephone: never broken, and the same way round in every script. */
export const RecordNumber = ({ value }: { value: string }) => <bdi className={styles.number}>{value}</bdi>;
