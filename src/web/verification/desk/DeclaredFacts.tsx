import type { VerificationCase } from '#contract/verification-desk.ts';
import { profileQuestions, type ProfileQuestion } from '#contract/verification-names.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { useAnswerText } from '../answer-text.ts';
import styles from '../Verification.module.css';

/** What the client says of himself, to hold documents against. */
export function DeclaredFacts({ shown: { client, person, row } }: { shown: VerificationCase }) {
  const t = useText();
  const format = useFormat();
  return (
    <DescriptionList
      items={[
        {
          term: t('verification.name'),
          details: (
            <bdi>{t('common.full_name', { first_name: client.first_name, second_name: client.second_name })}</bdi>
          ),
        },
        { term: t('verification.birth_on'), details: person ? format.day(person.birth_on) : '–' },
        { term: t('verification.nationality'), details: person ? format.country(person.nationality) : '–' },
        { term: t('verification.country'), details: format.country(row.country) },
        { term: t('verification.address'), details: <bdi>{client.address ?? '–'}</bdi> },
        {
          term: t('verification.phone'),
          details: (
            <>
              <bdi>{client.phone ?? '–'}</bdi>{' '}
              {client.phone && (
                <Badge tone={client.phone_confirmed ? 'positive' : 'warning'}>
                  {t(client.phone_confirmed ? 'verification.need_is_done' : 'verification.need_is_waiting')}
                </Badge>
              )}
            </>
          ),
        },
        { term: t('verification.email'), details: <bdi>{row.email}</bdi> },
        { term: t('verification.since'), details: <When at={client.created_at} as="date" /> },
      ]}
    />
  );
}

/** Where his money comes from, in his words. */
export function ProfileFacts({ shown: { profile } }: { shown: VerificationCase }) {
  const t = useText();
  const say = useAnswerText();
  if (!profile) return <p className={styles.soft}>{t('verification.not_answered')}</p>;
  return (
    <DescriptionList
      asked
      items={(Object.keys(profileQuestions) as ProfileQuestion[]).map((question) => ({
        term: t(`verification.question_${question}`),
        details: say(question, profile.answers[question]),
      }))}
    />
  );
}
