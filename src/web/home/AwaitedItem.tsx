import { ArrowDownLeft, ArrowUpRight, IdCard, LifeBuoy, Lock, Rocket } from 'lucide-react';
import type { Offering } from '#contract/ipo/records.ts';
import { movementOf } from '#web/payments/movement.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { useNear } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { icon } from '#web/ui/icon.ts';
import { Row } from '#web/ui/rows/Row.tsx';
import type { Awaited } from './for-you.ts';

/** Something under way: who acts next, and by when. */
export function AwaitedItem({ awaited }: { awaited: Awaited }) {
  const t = useText();
  const near = useNear();
  const due = awaited.at && <RelativeTime at={awaited.at} />;
  if (awaited.kind === 'payment') {
    const { id, kind, number, next, currency } = awaited.payment;
    const amount = movementOf(awaited.payment);
    const Sign = amount.startsWith('-') ? ArrowUpRight : ArrowDownLeft;
    return (
      <Row
        icon={<Sign {...icon} />}
        name={
          <Link to={`/payments/${id}`}>{t(`home.payment_${kind}`, { number: number.replace('-', '\u2011') })}</Link>
        }
        more={next && t(`home.next_${next.who}`)}
        end={<Flow amount={amount} currency={currency} />}
        endMore={due}
      />
    );
  }
  if (awaited.kind === 'ticket') {
    const { ticket_id, subject } = awaited.ticket;
    return (
      <Row
        icon={<LifeBuoy {...icon} />}
        name={
          <Link to={`/tickets/${ticket_id}`}>
            <bdi>{subject}</bdi>
          </Link>
        }
        more={t('home.ticket_open')}
        endMore={due}
      />
    );
  }
  if (awaited.kind === 'documents')
    return (
      <Row
        icon={<IdCard {...icon} />}
        name={<Link to="/settings/verification">{t('home.documents')}</Link>}
        more={t('home.next_staff')}
      />
    );
  if (awaited.kind !== 'deadline')
    return (
      <Row
        icon={<Rocket {...icon} />}
        name={<Issuer offering={awaited.offering} />}
        more={t(`home.awaited_${awaited.kind}`)}
        endMore={due}
      />
    );
  const { offering, at } = awaited.deadline;
  return (
    <Row
      icon={<Lock {...icon} />}
      name={<Issuer offering={offering} />}
      more={t('home.deadline_unlocks', { at: near(at, 'date') })}
      endMore={due}
    />
  );
}

/** The issuer, as the way to the own application. */
const Issuer = ({ offering: { mine, issuer } }: { offering: Offering }) => (
  <Link to={mine ? `/ipo/my-ipo/${mine.application_id}` : '/ipo/my-ipo'}>
    <bdi>{issuer}</bdi>
  </Link>
);
