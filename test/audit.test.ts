import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { auditDetails } from '#contract/staff/audit-details.ts';
import { offeringDetails } from '#contract/ipo/module.ts';
import { supportDetails } from '#contract/support/module.ts';
import { allAuditActions, auditModules, auditTextOf } from '#contract/staff/audit-names.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { offeringTerms } from '#contract/ipo/staff-records.ts';
import { defaultLanguage } from '#contract/kernel/languages.ts';
import { readCatalogue } from './locales/catalogue.ts';

const texts = [...readCatalogue(defaultLanguage).keys()];
const under = (prefix: string) => texts.filter((key) => key.startsWith(prefix)).toSorted();

describe('the catalogue of the audit log', () => {
  it('has a text for each action and each module, and none for what there is not', () => {
    expect(under('audit.action_')).toEqual(allAuditActions.map(auditTextOf).toSorted());
    expect(under('audit.module_')).toEqual(auditModules.map((module) => `audit.module_${module}`).toSorted());
  });

  it('has a text for each detail, and none for what there is not', () => {
    expect(under('audit.detail_')).toEqual(auditDetails.map((name) => `audit.detail_${name}`).toSorted());
    expect([...offeringDetails].toSorted()).toEqual(Object.keys(offeringTerms.shape).toSorted());
    expect(supportDetails.filter((name) => !texts.includes(`chats.setting_${name}`))).toEqual([]);
  });

  it('names what narrows down each list that staff take away', () => {
    const files = Object.entries(api as Record<string, Endpoint>).filter(
      ([name, { guard, route }]) =>
        /file|export/.test(name) && guard !== 'signed_in' && route.startsWith('GET /api/staff/'),
    );
    const filters = files.flatMap(([, { query }]) =>
      Object.keys((query as { shape?: object } | undefined)?.shape ?? {}),
    );
    const known = new Set<string>([...auditDetails, ...offeringDetails]);
    expect(filters.length).toBeGreaterThan(50);
    expect([...new Set(filters)].filter((name) => !known.has(name))).toEqual([]);
  });
});
