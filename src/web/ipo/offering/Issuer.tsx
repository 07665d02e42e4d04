import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './Issuer.module.css';

/** Whose shares a screen is about, as its title. */
export const Issuer = ({ name }: { name: string }) => (
  <span className={styles.issuer}>
    <Avatar name={name} size={48} tile />
    <bdi>{name}</bdi>
  </span>
);
