import type { PersonFacts } from '#contract/verification/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import textStyles from '#web/ui/Text.module.css';

type Fact = keyof PersonFacts;

/** What the client says otherwise than before, in the order of the case. */
export const changedFacts = (was: PersonFacts, is: PersonFacts): Fact[] =>
  (Object.keys(is) as Fact[]).filter((fact) => JSON.stringify(was[fact]) !== JSON.stringify(is[fact]));

interface FactChangesProps {
  facts: readonly Fact[];
  was: PersonFacts;
  is: PersonFacts;
}

/** Each fact as it is now, with what it was. */
export function FactChanges({ facts, was, is }: FactChangesProps) {
  const t = useText();
  const send = useFactText();
  return (
    <DescriptionList
      items={facts.map((fact) => ({
        term: t(fact === 'profile' ? 'verification.need_profile' : `verification.${fact}`),
        details:
          fact === 'profile' ? (
            t('verification.answered_anew')
          ) : (
            <>
              <strong>
                <bdi>{send(is, fact)}</bdi>
              </strong>{' '}
              <span className={textStyles.soft}>{t('verification.before', { was: send(was, fact) })}</span>
            </>
          ),
      }))}
    />
  );
}

/** A fact in words. */
export function useFactText(): (facts: PersonFacts, fact: Exclude<Fact, 'profile'>) => string {
  const format = useFormat();
  return (facts, fact) => {
    const value = facts[fact];
    if (!value) return '–';
    if (fact === 'birth_on') return format.day(value);
    return fact === 'country' || fact === 'nationality' ? format.country(value) : value;
  };
}
