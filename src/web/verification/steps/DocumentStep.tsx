import { useState } from 'react';
import type { ShownDocument, VerificationShown } from '#contract/verification/endpoints.ts';
import type { DocumentKind } from '#contract/verification/names.ts';
import { FileList } from '#web/platform/files/FileList.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DocumentForm } from '../DocumentForm.tsx';
import { IdentityCheck } from '../IdentityCheck.tsx';
import { ReasonsList } from '../ReasonsList.tsx';
import { toneOf } from '../document-status.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Verification.module.css';

interface DocumentStepProps {
  kind: DocumentKind;
  shown: VerificationShown;
}

/** One thing that is proven by documents: how it stands, what was sent, and a place to send another. */
export function DocumentStep({ kind, shown }: DocumentStepProps) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const of = shown.kinds.find((each) => each.kind === kind);
  const draft = shown.drafts.find(({ step }) => step === kind);
  if (!of) return null;
  const { status, open, requested: pending, documents } = of;
  const check = kind === 'identity' ? shown.identity_check : null;
  // A client who can prove it online is not asked for pages at the same time.
  const isDue =
    !check?.open && (documents.length === 0 || status === 'rejected' || status === 'expired' || pending !== null);
  return (
    <div className={flowStyles.stack}>
      {pending && (
        <Alert tone="warning" title={t('verification.asked')}>
          <p>{pending}</p>
        </Alert>
      )}
      {documents.map((document) => (
        <SentDocument key={document.id} document={document} />
      ))}
      {check && <IdentityCheck check={check} />}
      {open && !isDue && !sending && !draft && (
        <div>
          <Button onClick={() => setSending(true)}>
            {t(documents.length > 0 ? 'verification.send_another' : 'verification.create_draft')}
          </Button>
        </div>
      )}
      {open && (isDue || sending || draft) && (
        <DocumentForm kind={kind} draft={draft} onDone={() => setSending(false)} />
      )}
    </div>
  );
}

/** What was sent, and what became of it. */
function SentDocument({ document }: { document: ShownDocument }) {
  const t = useText();
  const format = useFormat();
  const { type, state, files, reasons, comment, final, expires_on } = document;
  const name = t(`verification.type_${type}`);
  return (
    <div className={styles.document}>
      <p>
        <strong>{name}</strong> <State tone={toneOf(state, 'client')}>{t(`verification.state_${state}`)}</State>
        {expires_on && (
          <span className={textStyles.soft}> {t('verification.valid_until', { day: format.day(expires_on) })}</span>
        )}
      </p>
      {reasons.length > 0 && (
        <Alert tone="negative" title={t(final ? 'verification.refused_finally' : 'verification.refused')}>
          <ReasonsList reasons={reasons} />
          {comment && <p>{comment}</p>}
        </Alert>
      )}
      {reasons.length === 0 && comment && <p>{comment}</p>}
      {files.length > 0 && <FileList files={files} label={name} />}
    </div>
  );
}
