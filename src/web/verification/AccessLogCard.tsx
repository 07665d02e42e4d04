import type { VerificationShown } from '#contract/verification.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/Card.tsx';
import styles from './Verification.module.css';

/** Who of the house opened a file of the client, and when. */
export function LooksCard({ looks }: Pick<VerificationShown, 'looks'>) {
  const t = useText();
  return (
    <Card title={t('verification.looks_title')}>
      {looks.length === 0 ? (
        <p className={styles.soft}>{t('verification.looks_none')}</p>
      ) : (
        <ul className={styles.looks}>
          {looks.map(({ at, who, role, kind }) => (
            <li key={`${at} ${who} ${kind}`}>
              {t('verification.look', {
                who,
                role: t(role === 'compliance' ? 'common.role_compliance' : 'common.role_admin'),
                what: t(`verification.need_${kind}`),
              })}{' '}
              <span className={styles.soft}>
                <When at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
