import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { approvalKinds } from '#contract/approvals/request-names.ts';
import { isDecidedElsewhere } from './approvals-query.ts';

describe('the list of approval requests', () => {
  it('only leads to what it cannot show whole', () => {
    const led = approvalKinds.filter((kind) => isDecidedElsewhere({ kind } as ApprovalRequest));
    expect(led.toSorted()).toEqual(['connection', 'import', 'limits', 'offering', 'payment', 'transfer']);
  });
});
