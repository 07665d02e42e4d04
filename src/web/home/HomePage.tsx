import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { offersIpo } from '#web/platform/offers-ipo.ts';
import textStyles from '#web/ui/Text.module.css';
import { ArticlesCard } from './ArticlesCard.tsx';
import { DeadlinesCard } from './DeadlinesCard.tsx';
import { ForYouCard } from './ForYouCard.tsx';
import styles from './HomePage.module.css';
import { MoneyCard } from './MoneyCard.tsx';
import { NetWorthHero } from './NetWorthHero.tsx';
import { StaffCard } from './StaffCard.tsx';
import { TradingCard } from './TradingCard.tsx';

/** What is mine, what I can do with it, and what needs me. Each part loads by itself. */
export function HomePage() {
  const t = useText();
  const user = useSignedIn();
  return (
    <div className={styles.page}>
      <h1 className={styles.greeting}>{t('home.greeting', { name: user.first_name })}</h1>
      <StaffCard user={user} />
      <div className={styles.parts}>
        <div className={styles.hero}>
          <NetWorthHero />
        </div>
        <div className={styles.forYou}>
          <ForYouCard />
        </div>
        <div className={styles.money}>
          <MoneyCard />
        </div>
        <div className={styles.trading}>
          <TradingCard />
        </div>
        {offersIpo && (
          <div className={styles.offerings}>
            <DeadlinesCard />
          </div>
        )}
        <div className={styles.articles}>
          <ArticlesCard />
        </div>
      </div>
      <p className={textStyles.soft}>
        <LastSignIn />
      </p>
    </div>
  );
}

const dayMs = 86_400_000;

/** The sign-in before this one, so that a stranger's would be noticed. */
function LastSignIn() {
  const t = useText();
  const format = useFormat();
  const { last_sign_in: last, created_at } = useSignedIn();
  // The record of sign-ins is stored for a time only, so an empty one does not mean a new client.
  const isNew = useNow().getTime() - new Date(created_at).getTime() < dayMs;
  if (!last) return isNew ? t('home.first_sign_in') : null;
  const at = format.dateTime(last.at);
  return last.device ? t('home.last_sign_in_device', { at, device: last.device }) : t('home.last_sign_in', { at });
}
