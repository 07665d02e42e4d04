import styles from './RecordNumber.module.css';

/** The number by which people name a record, as `P-100023`: never broken at its hyphen, and the same way round in every script. */
export const RecordNumber = ({ value }: { value: string }) => <bdi className={styles.number}>{value}</bdi>;
