import type { VerificationCase } from '#contract/verification-staff.ts';
import { FileList } from '#web/platform/files/FileList.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LooksCard } from '../AccessLogCard.tsx';
import { toneOf } from '../document-status.ts';
import { useFactText } from './FactChanges.tsx';
import styles from '../Verification.module.css';

/** What was decided before, what was asked for, and who has looked. */
export function CaseHistory({ shown: { documents, looks, asked } }: { shown: VerificationCase }) {
  const t = useText();
  const decided = documents.filter(({ state }) => state !== 'pending');
  return (
    <>
      {asked.length > 0 && (
        <Card title={t('verification.asked')}>
          <ul className={styles.looks}>
            {asked.map(({ kind, comment, at }) => (
              <li key={at}>
                {t(`verification.need_${kind}`)}: <bdi>{comment}</bdi>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {decided.length > 0 && (
        <Card title={t('verification.earlier')}>
          <div className={styles.stack}>
            {decided.map((document) => (
              <Decided key={document.id} document={document} />
            ))}
          </div>
        </Card>
      )}
      <LooksCard looks={looks} />
    </>
  );
}

function Decided({ document }: { document: VerificationCase['documents'][number] }) {
  const t = useText();
  const { kind, type, state, reasons, comment, private_comment, decided_by, decided_at, files, facts } = document;
  const say = useFactText();
  const name = t('verification.document_named', {
    what: t(`verification.need_${kind}`),
    type: t(`verification.type_${type}`),
  });
  return (
    <div className={styles.document}>
      <p>
        <strong>{name}</strong> <Badge tone={toneOf[state]}>{t(`verification.state_${state}`)}</Badge>
      </p>
      {decided_by && decided_at && (
        <p className={styles.soft}>
          <bdi>{decided_by}</bdi> · <When at={decided_at} />
        </p>
      )}
      {decided_at && facts && (
        <p className={styles.soft}>
          {t('verification.held_against', {
            name: t('common.full_name', { first_name: facts.first_name, second_name: facts.second_name }),
            birth: say(facts, 'birth_on'),
            address: say(facts, 'address'),
            country: say(facts, 'country'),
          })}
        </p>
      )}
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map(({ code, explanation }) => (
            <li key={code}>{explanation}</li>
          ))}
        </ul>
      )}
      {comment && <p>{comment}</p>}
      {private_comment && <p className={styles.soft}>{t('verification.private_said', { comment: private_comment })}</p>}
      <FileList files={files} label={name} />
    </div>
  );
}
