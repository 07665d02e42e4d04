import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { profileQuestions, type ProfileQuestion } from '#contract/verification/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { useOptionText } from '../option-text.ts';
import textStyles from '#web/ui/Text.module.css';

/** The client's own statements, to compare with documents. */
export function DeclaredFacts({ shown: { client, facts, row } }: { shown: VerificationCase }) {
  const t = useText();
  const format = useFormat();
  return (
    <DescriptionList
      facts
      items={[
        { term: t('verification.first_name'), details: <bdi>{facts.first_name}</bdi> },
        { term: t('verification.second_name'), details: <bdi>{facts.second_name}</bdi> },
        { term: t('verification.birth_on'), details: facts.birth_on ? format.day(facts.birth_on) : '–' },
        { term: t('verification.nationality'), details: facts.nationality ? format.country(facts.nationality) : '–' },
        { term: t('verification.country'), details: format.country(facts.country) },
        { term: t('verification.address'), details: <bdi>{facts.address ?? '–'}</bdi> },
        {
          term: t('verification.phone'),
          details: (
            <>
              <RecordNumber value={facts.phone ?? '–'} />{' '}
              {facts.phone && (
                <State tone={client.phone_confirmed ? 'neutral' : 'warning'}>
                  {t(client.phone_confirmed ? 'verification.phone_is_confirmed' : 'verification.need_is_waiting')}
                </State>
              )}
              {client.phone_proof && <PhoneProof proof={client.phone_proof} />}
            </>
          ),
        },
        { term: t('verification.email'), details: <bdi>{row.email}</bdi>, wide: true },
        { term: t('verification.since'), details: <DateTime at={client.created_at} as="date" /> },
      ]}
    />
  );
}

type Proof = NonNullable<VerificationCase['client']['phone_proof']>;

/** Who or what confirmed the number, and when. */
function PhoneProof({ proof: { by, at, who, how } }: { proof: Proof }) {
  const t = useText();
  return (
    <p className={textStyles.soft}>
      {by === 'code' ? t('verification.phone_proof_code') : t('verification.phone_proof_staff', { name: who ?? '–' })}
      {' · '}
      <DateTime at={at} />
      {how && (
        <>
          {' · '}
          <bdi>{how}</bdi>
        </>
      )}
    </p>
  );
}

/** Where the client's money comes from, in their words. */
export function ProfileFacts({ shown: { facts } }: { shown: VerificationCase }) {
  const t = useText();
  const send = useOptionText();
  const { profile } = facts;
  if (!profile) return <p className={textStyles.soft}>{t('verification.not_answered')}</p>;
  return (
    <DescriptionList
      facts
      items={(Object.keys(profileQuestions) as ProfileQuestion[]).map((question) => ({
        term: t(`verification.question_${question}`),
        details: send(question, profile[question]),
      }))}
    />
  );
}
