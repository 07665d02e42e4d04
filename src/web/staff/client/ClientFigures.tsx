import type { StaffClient } from '#contract/staff/clients.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';

const isZero = (amount: string) => !/[1-9]/.test(amount);

/** What the client has here and when they were last here. Wallets without money are on their own part. */
export function ClientFigures({ client }: { client: StaffClient }) {
  const t = useText();
  const format = useFormat();
  const { id, wallets, accounts, last_sign_in_at: seen } = client;
  const filled = wallets.filter(({ available, held }) => !isZero(available) || !isZero(held));
  return (
    <Card>
      <Figures compact>
        {(filled.length > 0 ? filled : wallets.slice(0, 1)).map((wallet) => (
          <Stat
            key={wallet.id}
            label={
              <>
                <bdi>{wallet.currency}</bdi> · {t('staff.available')}
              </>
            }
            value={<Sum amount={wallet.available} currency={wallet.currency} />}
            hint={
              !isZero(wallet.held) && (
                <>
                  {format.label(t('staff.held'))}
                  <Sum amount={wallet.held} currency={wallet.currency} />
                </>
              )
            }
          />
        ))}
        <Stat
          label={t('staff.accounts')}
          value={
            <Link to={`/admin/clients/${id}/wallets`}>
              {format.number(accounts.filter(({ status }) => status !== 'archived').length)}
            </Link>
          }
        />
        <Stat label={t('staff.last_sign_in')} value={seen ? <RelativeTime at={seen} /> : '–'} />
      </Figures>
    </Card>
  );
}
