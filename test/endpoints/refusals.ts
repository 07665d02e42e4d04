import { expect, it } from 'vitest';
import { approvalRefusals } from '#contract/approvals/names.ts';
import { proofRefusals } from '#contract/auth/proof.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { codeOf } from '../money/payments.ts';
import { findsByAnId } from './not-found.ts';

type Call = () => Promise<Parameters<typeof codeOf>[0]>;

/**
 * Holds a contract to its refusals: that each is met, in the order in which they are listed. Let every call be wrong in
 * all that comes after as well, where it can be: then it is the order of the checks that speaks.
 */
export function refusalsOf(endpoints: Endpoints) {
  const left = new Set(
    Object.keys(endpoints).filter((name) => endpoints[name]?.refusals?.some((code) => !isMet(name, code))),
  );
  return {
    /**
     * A test of one endpoint, whose calls are made one after the other; each is to meet the next refusal.
     * @param elsewhere refusals that another test meets, as those of a proof
     */
    meets(name: string, calls: () => Call[] | Promise<Call[]>, elsewhere: readonly string[] = []): void {
      left.delete(name);
      it(`meets each refusal of ${name}, in the contract’s order`, async () => {
        const codes: string[] = [];
        for (const call of await calls()) codes.push(codeOf(await call()));
        const listed = withoutShared(endpoints[name]?.refusals ?? []);
        expect(codes).toEqual(listed.filter((code) => !elsewhere.includes(code)));
      });
    },
    /** Endpoints without such a test, though they refuse more than an unknown id. */
    unmet: () => [...left],
  };
}

/** Attempts until the lock, second factors and passkeys are tried where proofs are made; here a wrong password is. */
export const ofOtherProofs: readonly string[] = proofRefusals.filter((code) => code !== 'auth.current_password');

const findsByItsId = new Set<string>(findsByAnId.map(([name]) => name));
const isMet = (name: string, code: string) => code === 'http.not_found' && findsByItsId.has(name);

/** Rules that many acts share. Each is tried for every act in a test of its own: `platform/approvals/approvals.test.ts` and `platform/staff-dealing.test.ts`. */
export function withoutShared(refusals: readonly string[]): readonly string[] {
  const approves = refusals.some((code) => code.startsWith('approvals.') && code !== 'approvals.changed');
  const shared: readonly string[] = approves ? [...approvalRefusals, 'staff.dealing'] : ['staff.dealing'];
  return refusals.filter((code) => !shared.includes(code));
}
