import { useState } from 'react';
import type { PersonFacts, VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Columns } from '#web/ui/layout/Page.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { toneOf } from '../document-status.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { DecideForm } from './DecideForm.tsx';
import { changedFacts, FactChanges } from './FactChanges.tsx';
import { PagesViewer } from './PagesViewer.tsx';

type Document = VerificationCase['documents'][number];

interface ReviewCardProps {
  shown: VerificationCase;
  document: Document;
  /** Of several documents that wait, keys act on one. */
  hasKeys: boolean;
}

/** A pending document: its pages side by side, what it should show, and the decision. */
export function ReviewCard({ shown, document, hasKeys }: ReviewCardProps) {
  const t = useText();
  const format = useFormat();
  const { facts, facts_version: version } = shown;
  const [seen, setSeen] = useState({ facts, version });
  return (
    <Card
      title={t('verification.document_named', {
        what: t(`verification.need_${document.kind}`),
        type: t(`verification.type_${document.type}`),
      })}
      actions={<State tone={toneOf(document.state, 'staff')}>{t(`verification.state_${document.state}`)}</State>}
    >
      <div className={flowStyles.stack}>
        {document.files.length > 0 && <PagesViewer files={document.files} hasKeys={hasKeys} />}
        {shown.mine && seen.version !== version && (
          <Alert
            tone="negative"
            role="alert"
            title={t('verification.changed_meanwhile')}
            action={<Button onClick={() => setSeen({ facts, version })}>{t('verification.changes_seen')}</Button>}
          >
            <FactChanges facts={changedFacts(seen.facts, facts)} was={seen.facts} is={facts} />
          </Alert>
        )}
        <ChangesSince document={document} facts={facts} />
        <Columns wide>
          <DescriptionList
            facts
            items={[
              { term: t('verification.first_name'), details: <bdi>{facts.first_name}</bdi> },
              { term: t('verification.second_name'), details: <bdi>{facts.second_name}</bdi> },
              ...(document.kind === 'identity'
                ? [
                    { term: t('verification.birth_on'), details: facts.birth_on ? format.day(facts.birth_on) : '–' },
                    { term: t('verification.number'), details: <bdi>{document.number}</bdi> },
                    {
                      term: t('verification.expires_on'),
                      details: document.expires_on ? format.day(document.expires_on) : '–',
                    },
                  ]
                : [
                    { term: t('verification.address'), details: <bdi>{facts.address ?? '–'}</bdi> },
                    {
                      term: t('verification.issued_on'),
                      details: document.issued_on ? format.day(document.issued_on) : '–',
                    },
                  ]),
              { term: t('verification.sent_at'), details: <RelativeTime at={document.sent_at} /> },
              { term: t('verification.attempt'), details: String(document.attempt) },
            ]}
          />
          {shown.mine ? (
            <DecideForm
              clientId={shown.row.client_id}
              factsVersion={seen.version}
              document={document}
              hasKeys={hasKeys}
            />
          ) : (
            <p className={textStyles.soft}>{t('verification.take_first')}</p>
          )}
        </Columns>
      </div>
    </Card>
  );
}

/** What a document of each kind is compared with. */
const heldAgainst = {
  identity: ['first_name', 'second_name', 'birth_on', 'nationality'],
  residence: ['first_name', 'second_name', 'country', 'address'],
  source_of_funds: ['first_name', 'second_name', 'profile'],
} as const satisfies Record<Document['kind'], readonly (keyof PersonFacts)[]>;

/** What differed when the client sent it, or when it was approved before. */
function ChangesSince({ document, facts }: { document: Document; facts: PersonFacts }) {
  const t = useText();
  const { facts: was, kind, decided_at } = document;
  if (!was) return null;
  const held: readonly (keyof PersonFacts)[] = heldAgainst[kind];
  const changed = changedFacts(was, facts).filter((fact) => held.includes(fact));
  if (changed.length === 0) return null;
  return (
    <Alert
      tone="warning"
      title={t(decided_at ? 'verification.changed_since_approved' : 'verification.changed_since_sent')}
    >
      <FactChanges facts={changed} was={was} is={facts} />
    </Alert>
  );
}
