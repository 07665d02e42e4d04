import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './DemoPeople.module.css';

type Person = ResponseOf<'GET /api/demo/people'>[number];

interface DemoPeopleProps {
  onUse: (person: Person) => void;
}

/** The first of them; the others do not outweigh the form above. */
const fewPeople = 3;

/** Who may be tried out in a demo installation: each row fills in how that person signs in. */
export function DemoPeople({ onUse }: DemoPeopleProps) {
  const t = useText();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const people = useQuery({ queryKey: ['demo-people', language], queryFn: () => call('GET /api/demo/people', {}) });
  return (
    <QueryCard
      query={people}
      title={t('demo.people_title')}
      flush
      skeleton={<SkeletonRows count={4} />}
      actions={
        <Link to="/mailbox" className={buttonClass({ size: 'small' })}>
          <Mail {...icon} />
          {t('demo.mailbox_title')}
        </Link>
      }
    >
      {(list) => (
        <>
          <p className={styles.intro}>
            {t('demo.people_intro')} {list[0] && t('demo.people_password', { password: list[0].password })}
          </p>
          <ul>
            {(isOpen ? list : list.slice(0, fewPeople)).map((person) => (
              <PersonItem key={person.email} person={person} onUse={onUse} />
            ))}
          </ul>
          {!isOpen && list.length > fewPeople && (
            <button type="button" className={styles.all} onClick={() => setIsOpen(true)}>
              {t('demo.people_all', { count: list.length })}
            </button>
          )}
        </>
      )}
    </QueryCard>
  );
}

function PersonItem({ person, onUse }: DemoPeopleProps & { person: Person }) {
  const t = useText();
  const duties = person.roles.filter((role) => role !== 'client');
  return (
    <li>
      <button type="button" className={styles.person} onClick={() => onUse(person)}>
        <span className={styles.name}>
          <bdi>{person.name}</bdi>
          {duties.map((role) => (
            <Badge key={role}>{t(`common.role_${role}`)}</Badge>
          ))}
        </span>
        {person.story}
      </button>
    </li>
  );
}
