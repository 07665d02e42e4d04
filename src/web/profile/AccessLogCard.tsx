import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import styles from '#web/ui/tables/Lines.module.css';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';

/** Which staff opened a file of the client, and when: documents, payment proofs and attachments. */
export function AccessLogCard() {
  const t = useText();
  const accesses = useQuery({
    queryKey: ['file-looks'],
    queryFn: () => call('POST /api/settings/access-log', { body: {} }),
  });
  return (
    <QueryCard query={accesses} title={t('profile.access_log_title')} flush skeleton={<SkeletonRows count={1} />}>
      {(list) =>
        list.length === 0 ? (
          <p className={styles.nothing}>{t('profile.access_log_none')}</p>
        ) : (
          <ul>
            {list.map(({ id, at, who, role, purpose, name }) => (
              <li key={id} className={styles.line}>
                <Eye {...icon} />
                <div className={styles.text}>
                  <p className={styles.name}>
                    {t('profile.access', { who, role: t(`common.role_${role}`), what: t(`profile.access_${purpose}`) })}
                  </p>
                  <p className={styles.facts}>
                    <bdi>{name}</bdi>
                    <DateTime at={at} as="full" />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </QueryCard>
  );
}
