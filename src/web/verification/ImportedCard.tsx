import type { ReactNode } from 'react';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { FileList } from '#web/platform/files/FileList.tsx';
import { State } from '#web/ui/State.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './Verification.module.css';

type ImportedDocument = VerificationShown['imported'][number];

interface ImportedCardProps {
  imported: readonly ImportedDocument[];
  /** What can be done with one. */
  acts?: (document: ImportedDocument) => ReactNode;
}

/** Documents that came from another system; nothing where there are none. */
export function ImportedCard({ imported, acts }: ImportedCardProps) {
  const t = useText();
  if (imported.length === 0) return null;
  return (
    <Card title={t('verification.imported_title')}>
      <div className={flowStyles.stack}>
        <p className={textStyles.soft}>{t('verification.imported_text')}</p>
        {imported.map((document) => (
          <Imported key={document.id} document={document}>
            {acts?.(document)}
          </Imported>
        ))}
      </div>
    </Card>
  );
}

function Imported({ document, children }: { document: ImportedDocument; children: ReactNode }) {
  const t = useText();
  const { day, label } = useFormat();
  const { kind, type, number, run, imported_at: at, file } = document;
  const name =
    kind === 'other'
      ? t('verification.type_other_evidence')
      : t('verification.document_named', {
          what: t(`verification.need_${kind}`),
          type: t(`verification.type_${type as 'passport'}`),
        });
  const facts = [
    { term: t('verification.number'), value: number },
    ...(['issued_on', 'expires_on', 'accepted_on'] as const).map((field) => ({
      term: t(`verification.${field}`),
      value: document[field] && day(document[field]),
    })),
  ].filter(({ value }) => value !== null);
  return (
    <div className={styles.document}>
      <p>
        <strong>{name}</strong> {document.used && <State>{t('verification.imported_used')}</State>}
      </p>
      <p className={textStyles.soft}>
        {label(t('verification.imported_at'))}
        <DateTime at={at} /> · <bdi>{run}</bdi>
      </p>
      {facts.length > 0 && (
        <ul className={textStyles.soft}>
          {facts.map(({ term, value }) => (
            <li key={term}>
              {label(term)}
              <bdi>{value}</bdi>
            </li>
          ))}
        </ul>
      )}
      <FileList files={[file]} label={name} undated />
      {children}
    </div>
  );
}
