import type { ListedOperation } from '#contract/wallets/endpoints.ts';
import { Rich } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { numberClass } from '#web/ui/tables/RecordNumber.tsx';
import textStyles from '#web/ui/Text.module.css';
import { screenOf } from './reference-screen.ts';

/** The request, the account or the application behind a movement, with a way to it; nothing for what has no screen. */
export function OperationReference({ reference }: { reference: ListedOperation['reference'] }) {
  const screen = screenOf(reference);
  if (!screen || !reference) return null;
  const number = reference.label ?? reference.id;
  return (
    <p className={textStyles.soft}>
      <Rich
        id={screen.text}
        parts={[
          <Link key="screen" to={screen.to} className={numberClass}>
            {number}
          </Link>,
        ]}
        values={{ number }}
      />
    </p>
  );
}
