import { avatar } from '#contract/kernel/constants.ts';
import { avatarStyle } from './avatar-rule.ts';
import { cx } from './cx.ts';
import styles from './Avatar.module.css';

interface AvatarProps {
  name: string;
  /** In pixels. */
  size?: number;
  /** A company's: with corners. */
  tile?: boolean;
}

/** A disc with the initials of `name`. Silent for screen readers: the name is beside it. */
export function Avatar({ name, size = avatar.sizePx, tile = false }: AvatarProps) {
  const { initials, background, ink } = avatarStyle(name);
  return (
    <span
      className={cx(styles.avatar, tile && styles.tile)}
      style={{ inlineSize: size, fontSize: size * 0.36, background, color: ink }}
      aria-hidden
    >
      {initials}
    </span>
  );
}
