import { paymentMethods } from '#contract/payments/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { readAccountCode } from './account-code.ts';
import textStyles from '#web/ui/Text.module.css';

/** The name of an account of the books; its code is the hint, or replaces a name that says nothing. */
export function AccountName({ code }: { code: string }) {
  const t = useText();
  const named = readAccountCode(code);
  if (!named) return <AccountCode code={code} />;
  const method = paymentMethods.find((each) => each === named.method);
  const which = named.tradingAccount ?? (method && t(`payments.method_${method}`));
  return (
    <span title={code}>
      {t(`reconciliation.kind_${named.kind}`)}
      {which && (
        <>
          {' · '}
          <bdi>{which}</bdi>
        </>
      )}
    </span>
  );
}

/** An account as the books write it. */
export function AccountCode({ code }: { code: string }) {
  return (
    <code className={textStyles.code} translate="no">
      {code}
    </code>
  );
}
