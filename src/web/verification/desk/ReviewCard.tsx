import type { VerificationCase } from '#contract/verification-desk.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Distance } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Columns } from '#web/ui/Page.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { toneOf } from '../standing.ts';
import styles from '../Verification.module.css';
import { DecideForm } from './DecideForm.tsx';
import { PagesViewer } from './PagesViewer.tsx';

type Document = VerificationCase['documents'][number];

/** A document that waits: its pages side by side, what it should show, and the decision. */
export function ReviewCard({ shown, document }: { shown: VerificationCase; document: Document }) {
  const t = useText();
  const format = useFormat();
  const { client, person } = shown;
  return (
    <Card
      title={t('verification.document_named', {
        what: t(`verification.need_${document.kind}`),
        type: t(`verification.type_${document.type}`),
      })}
      actions={<Badge tone={toneOf[document.state]}>{t(`verification.state_${document.state}`)}</Badge>}
    >
      <div className={styles.stack}>
        <PagesViewer files={document.files} />
        <Columns wide>
          <DescriptionList
            items={[
              {
                term: t('verification.name'),
                details: (
                  <bdi>{t('common.full_name', { first_name: client.first_name, second_name: client.second_name })}</bdi>
                ),
              },
              ...(document.kind === 'identity'
                ? [
                    { term: t('verification.birth_on'), details: person ? format.day(person.birth_on) : '–' },
                    { term: t('verification.number'), details: <bdi>{document.number}</bdi> },
                    {
                      term: t('verification.expires_on'),
                      details: document.expires_on ? format.day(document.expires_on) : '–',
                    },
                  ]
                : [
                    { term: t('verification.address'), details: <bdi>{client.address ?? '–'}</bdi> },
                    {
                      term: t('verification.issued_on'),
                      details: document.issued_on ? format.day(document.issued_on) : '–',
                    },
                  ]),
              { term: t('verification.sent_at'), details: <Distance at={document.sent_at} /> },
              { term: t('verification.attempt'), details: String(document.attempt) },
            ]}
          />
          {shown.mine ? (
            <DecideForm clientId={shown.row.client_id} document={document} />
          ) : (
            <p className={styles.soft}>{t('verification.take_first')}</p>
          )}
        </Columns>
      </div>
    </Card>
  );
}
