import { Check, Dot } from 'lucide-react';
import { passwordLength, type PasswordRequirement } from '#contract/auth/password.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './PasswordRequirements.module.css';

const requirements: PasswordRequirement[] = ['length', 'variety', 'personal'];

/** The requirements, each with its tick; a screen reader announces how many are left when that changes. */
export function PasswordRequirements({ unmet }: { unmet: readonly PasswordRequirement[] }) {
  const t = useText();
  return (
    <>
      <ul className={styles.list}>
        {requirements.map((name) => {
          const isMet = !unmet.includes(name);
          const Mark = isMet ? Check : Dot;
          return (
            <li key={name} className={cx(isMet && styles.met)}>
              <Mark size={14} strokeWidth={2} aria-hidden />
              {t(`common.password_${name}`, { min: passwordLength.min })}
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">{t('common.password_left', { count: unmet.length })}</span>
      </VisuallyHidden>
    </>
  );
}
