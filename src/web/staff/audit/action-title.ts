import { auditModules, auditTextOf, isAuditAction, type AuditAction } from '#contract/staff/audit-names.ts';
import { intlTagOf } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';

/**
 * The options of the action filter by their titles, module by module, with those that the product no longer knows at
 * the end.
 */
export function useActionsByModule() {
  const t = useText();
  const { compare } = new Intl.Collator(intlTagOf(useLanguage()));
  const sorted = <Labelled extends { label: string }>(all: Labelled[]) =>
    all.toSorted((a, b) => compare(a.label, b.label));
  const choiceOf = (action: AuditAction) => ({ value: action, label: t(auditTextOf(action)) });
  return (actions: readonly string[]) => {
    const known = actions.filter(isAuditAction);
    const modules = auditModules.map((module) => ({
      label: t(`audit.module_${module}`),
      options: sorted(known.filter((action) => action.startsWith(`${module}.`)).map(choiceOf)),
    }));
    return [
      ...sorted(modules.filter(({ options }) => options.length > 0)),
      ...actions.filter((action) => !isAuditAction(action)).map((action) => ({ value: action, label: action })),
    ];
  };
}
