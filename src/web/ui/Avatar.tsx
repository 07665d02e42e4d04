import { avatar } from '#contract/kernel/constants.ts';
import { avatarStyle } from './avatar-rule.ts';
import styles from './Avatar.module.css';

/** A disc with the initials of `name`. Silent for screen readers: the name is beside it. `size` in pixels. */
export function Avatar({ name, size = avatar.sizePx }: { name: string; size?: number }) {
  const { initials, background, ink } = avatarStyle(name);
  return (
    <span
      className={styles.avatar}
      style={{ inlineSize: size, fontSize: size * 0.36, background, color: ink }}
      aria-hidden
    >
      {initials}
    </span>
  );
}
