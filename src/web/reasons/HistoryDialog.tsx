import { useQuery } from '@tanstack/react-query';
import { languageNames } from '#contract/kernel/languages.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './Reasons.module.css';
import { historyQuery } from './reasons-query.ts';

interface HistoryDialogProps {
  purpose: ReasonPurpose;
  code: string;
  onClose: () => void;
}

/** Every text that a reason had, and who wrote it. */
export function HistoryDialog({ purpose, code, onClose }: HistoryDialogProps) {
  const t = useText();
  const history = useQuery(historyQuery(purpose, code));
  return (
    <Dialog
      open
      wide
      title={t('reasons.history_of', { code })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <p className={styles.soft}>{t('reasons.history_explained')}</p>
      <Async query={history} skeleton={<SkeletonRows count={2} />}>
        {(versions) =>
          versions.map(({ version, by, at, texts }) => (
            <section key={version} className={styles.version}>
              <h3>
                {t('reasons.version', { version })} · <bdi>{by}</bdi> · <DateTime at={at} />
              </h3>
              <DescriptionList
                items={texts.map(({ language, title, fix }) => ({
                  term: languageNames[language],
                  details: (
                    <span dir="auto" lang={language}>
                      {title} {fix}
                    </span>
                  ),
                }))}
              />
            </section>
          ))
        }
      </Async>
    </Dialog>
  );
}
