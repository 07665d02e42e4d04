import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { FileList } from '#web/platform/files/FileList.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { AccessLogCard } from '../AccessLogCard.tsx';
import { toneOf } from '../document-status.ts';
import { useFactText } from './FactChanges.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Verification.module.css';

/** Earlier decisions, requests, and who has accessed the files. */
export function CaseHistory({
  shown: { documents, access_log: accesses, requested: pending },
}: {
  shown: VerificationCase;
}) {
  const t = useText();
  const format = useFormat();
  const decided = documents.filter(({ state }) => state !== 'pending');
  return (
    <>
      {pending.length > 0 && (
        <Card title={t('verification.asked')}>
          <ul className={flowStyles.stack8}>
            {pending.map(({ kind, comment, at }) => (
              <li key={at}>
                {format.label(t(`verification.need_${kind}`))}
                <bdi>{comment}</bdi>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {decided.length > 0 && (
        <Card title={t('verification.earlier')}>
          <div className={flowStyles.stack}>
            {decided.map((document) => (
              <Decided key={document.id} document={document} />
            ))}
          </div>
        </Card>
      )}
      <AccessLogCard access_log={accesses} />
    </>
  );
}

function Decided({ document }: { document: VerificationCase['documents'][number] }) {
  const t = useText();
  const { kind, type, state, reasons, comment, private_comment, decided_by, decided_at, files, facts } = document;
  const send = useFactText();
  const name = t('verification.document_named', {
    what: t(`verification.need_${kind}`),
    type: t(`verification.type_${type}`),
  });
  return (
    <div className={styles.document}>
      <p>
        <strong>{name}</strong> <State tone={toneOf(state, 'staff')}>{t(`verification.state_${state}`)}</State>
      </p>
      {decided_by && decided_at && (
        <p className={textStyles.soft}>
          <bdi>{decided_by}</bdi> · <DateTime at={decided_at} />
        </p>
      )}
      {decided_at && facts && (
        <p className={textStyles.soft}>
          {t('verification.held_against', {
            first_name: facts.first_name,
            second_name: facts.second_name,
            birth: send(facts, 'birth_on'),
            address: send(facts, 'address'),
            country: send(facts, 'country'),
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
      {private_comment && (
        <p className={textStyles.soft}>{t('verification.private_comment_text', { comment: private_comment })}</p>
      )}
      {files.length > 0 && <FileList files={files} label={name} />}
    </div>
  );
}
