import { auditDetails, languageOfDetail } from '#contract/staff/audit-details.ts';
import { offeringDetails } from '#contract/ipo/module.ts';
import { supportDetails } from '#contract/support/module.ts';
import { languageNames } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { among } from './among.ts';

/** What a detail is called; undefined for one that the product no longer knows. */
export function useDetailName() {
  const t = useText();
  return (name: string): string | undefined => {
    const language = languageOfDetail(name);
    if (language) return languageNames[language];
    const key =
      among(auditDetails, (known) => `audit.detail_${known}` as const)(name) ??
      among(offeringDetails, (known) => `offerings.field_${known}` as const)(name) ??
      among(supportDetails, (known) => `chats.setting_${known}` as const)(name);
    return key && t(key);
  };
}
