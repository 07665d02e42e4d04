import { certified } from './certified.ts';
import type { Fault } from './fault.ts';

const screening = 'src/server/screening';
const identity = 'src/server/verification/identity';
const senders = 'src/server/verification/senders';

/** Faults in screening, in checks of identity and in text messages, which their certification has to find. */
export const peopleFaults: readonly Fault[] = [
  {
    name: 'adapter yente: a status inside of an answer is not read',
    edits: [{ file: `${screening}/yente/answers.ts`, find: '!data || data.status !== 200 ||', replace: '!data ||' }],
    found: certified('yente', '1 a status'),
  },
  {
    name: 'adapter yente: a name without an answer has no hit',
    edits: [
      {
        file: `${screening}/yente/yente.ts`,
        find: 'readEntities(given.responses[key], isWhole);',
        replace: '(key in given.responses ? readEntities(given.responses[key], isWhole) : []);',
      },
    ],
    found: certified('yente', '2 fewer'),
  },
  {
    name: 'adapter yente: a score at the threshold is no hit',
    edits: [{ file: `${screening}/run-batch.ts`, find: 'score >= list.threshold', replace: 'score > list.threshold' }],
    found: certified('yente', '3 a score'),
  },
  {
    name: 'adapter yente: every entity of an answer is a hit',
    edits: [{ file: `${screening}/run-batch.ts`, find: 'score >= list.threshold', replace: 'score >= 0' }],
    found: certified('yente', '4 a match'),
  },
  {
    name: 'adapter yente: an entity with another id is a second hit',
    edits: [
      {
        file: `${screening}/record-hits.ts`,
        find: '(entity_id = any(${ids}) or referents && ${ids})',
        replace: 'entity_id = ${entity.id}',
      },
    ],
    found: certified('yente', '6 merged'),
  },
  {
    name: 'adapter yente: a company is a hit',
    edits: [
      {
        file: `${screening}/yente/answers.ts`,
        find: "new Set(['Person', 'LegalEntity'])",
        replace: "new Set(['Person', 'LegalEntity', 'Company'])",
      },
    ],
    found: certified('yente', '11 a company'),
  },
  {
    name: 'adapter yente: an index without entities is believed',
    edits: [
      {
        file: `${screening}/yente/yente.ts`,
        find: "return found.kind === 'done' ? list : found;",
        replace: 'void found;\n      return list;',
      },
    ],
    found: certified('yente', '12 an index'),
  },
  {
    name: 'adapter yente: a lost answer is no hit',
    edits: [
      {
        file: `${screening}/run-batch.ts`,
        find: "answer.value.get(query.key) : 'failed'",
        replace: 'answer.value.get(query.key) : []',
      },
    ],
    found: certified('yente', 'compare reset'),
  },
  {
    name: 'adapter sumsub: any signature is right',
    edits: [
      {
        file: `${identity}/sumsub/hooks.ts`,
        find: 'return signatureBy(secrets.findIndex((secret) => isSignedEvent(secret, digest, call)));',
        replace: 'return signatureBy(Math.max(0, secrets.findIndex((secret) => isSignedEvent(secret, digest, call))));',
      },
    ],
    found: certified('sumsub', '5 an event'),
  },
  {
    name: 'adapter sumsub: a check about which no event comes is never looked up',
    edits: [
      { file: `${identity}/check-row.ts`, find: 'firstLookMs = 3_600_000', replace: 'firstLookMs = 360_000_000' },
    ],
    found: certified('sumsub', '5 an event'),
  },
  {
    name: 'adapter sumsub: an approval for any level counts',
    edits: [
      { file: `${identity}/judge.ts`, find: 'if (result.level !== port.level)', replace: 'if (result.level === null)' },
    ],
    found: certified('sumsub', '3 approved'),
  },
  {
    name: 'adapter sumsub: the check of another client counts',
    edits: [
      { file: `${identity}/judge.ts`, find: 'if (result.ref !== clientId)', replace: 'if (result.ref === null)' },
    ],
    found: certified('sumsub', '4 the reference'),
  },
  {
    name: 'adapter sumsub: an applicant is created without a look for the first one',
    edits: [
      {
        file: `${identity}/sumsub/sumsub.ts`,
        find: 'const known = await find(ref);',
        replace: "const known: Awaited<ReturnType<typeof find>> = { kind: 'done', value: null };",
      },
    ],
    found: certified('sumsub', 'create reset'),
  },
  {
    name: 'adapter sumsub: what was proposed stays after a rejection',
    edits: [
      {
        file: `${identity}/record-result.ts`,
        find: "state = 'replaced' where check_id = ${check.id} and state = 'pending'",
        replace: "state = 'replaced' where check_id = ${check.id} and state = 'expired'",
      },
    ],
    found: certified('sumsub', '6 approved and read'),
  },
  {
    name: 'adapter sumsub: what is on hold is rejected',
    edits: [
      {
        file: `${identity}/sumsub/answers.ts`,
        find: "case 'onHold':\n      return 'review';",
        replace: "return 'review';\n    case 'onHold':\n      return 'rejected';",
      },
    ],
    found: certified('sumsub', '10 on hold'),
  },
  {
    name: 'adapter sumsub: a secret is in the log',
    edits: [
      {
        file: `${identity}/sumsub/sumsub.ts`,
        find: "const text = body === undefined ? '' : JSON.stringify(body);",
        replace:
          "const text = body === undefined ? '' : JSON.stringify(body);\n    console.debug('call', path, appToken);",
      },
    ],
    found: certified('sumsub', '2 reviewed'),
  },
  {
    name: 'adapter twilio: any signature is right',
    edits: [
      {
        file: `${senders}/twilio-hooks.ts`,
        find: 'signatureBy(authTokens.findIndex((token) => isSignedByTwilio(token, call)))',
        replace: 'signatureBy(Math.max(0, authTokens.findIndex((token) => isSignedByTwilio(token, call))))',
      },
    ],
    found: certified('twilio', '4 reports'),
  },
  {
    name: 'adapter twilio: a lost answer is a refusal',
    edits: [
      {
        file: `${senders}/twilio.ts`,
        find: "return answer.sent ? { kind: 'unknown', detail: answer.reason } : refused(",
        replace: 'return refused(',
      },
    ],
    found: certified('twilio', 'send reset'),
  },
  {
    name: 'adapter twilio: a message without an answer is sent again',
    edits: [
      {
        file: `${senders}/twilio.ts`,
        find: 'if (failed) return failed;\n    const created',
        replace:
          "if (failed?.kind === 'unknown') return send({ ref, to, text, expires } as PhoneMessage);\n    if (failed) return failed;\n    const created",
      },
    ],
    found: certified('twilio', 'send reset'),
  },
  {
    name: 'adapter twilio: the number that was reached is not compared',
    edits: [{ file: `${senders}/twilio.ts`, find: 'if (created.to !== to)', replace: "if (created.to === '')" }],
    found: certified('twilio', '9 another'),
  },
  {
    name: 'adapter twilio: any message to the number counts as the one that was lost',
    edits: [
      {
        file: `${senders}/twilio.ts`,
        find: "found.messages.find(({ body }) => isOurs(body ?? ''))",
        replace: 'found.messages[0]',
      },
    ],
    found: certified('twilio', 'send kill -9'),
  },
  {
    name: 'adapter twilio: a failed message counts as sent',
    edits: [{ file: `${senders}/twilio.ts`, find: "  failed: 'failed',", replace: "  failed: 'sent'," }],
    found: certified('twilio', '1 accepted'),
  },
  {
    name: 'adapter twilio: what was sent counts as delivered',
    edits: [{ file: `${senders}/twilio.ts`, find: "  sent: 'sent',", replace: "  sent: 'delivered'," }],
    found: certified('twilio', '10 sent'),
  },
  {
    name: 'adapter http_gateway: any signature is right',
    edits: [
      {
        file: `${senders}/gateway.ts`,
        find: '  verify,\n  read',
        replace: "  verify: () => verify && 'valid',\n  read",
      },
    ],
    found: certified('http_gateway', '4 reports'),
  },
  {
    name: 'adapter http_gateway: a message without an answer is sent again',
    edits: [
      {
        file: `${senders}/gateway.ts`,
        find: "if (given.kind !== 'done') return given;\n    const { id, segments",
        replace:
          "if (given.kind === 'unknown') return send({ ref, to, text, kind, expires } as PhoneMessage);\n    if (given.kind !== 'done') return given;\n    const { id, segments",
      },
    ],
    found: certified('http_gateway', 'send reset'),
  },
  {
    name: 'adapter http_gateway: the number that was reached is not compared',
    edits: [
      {
        file: `${senders}/gateway.ts`,
        find: 'if (found.value.to !== undefined && found.value.to !== to)',
        replace: "if (found.value.to === '')",
      },
    ],
    found: certified('http_gateway', '9 another'),
  },
  {
    name: 'adapter http_gateway: a failed message counts as sent',
    edits: [{ file: `${senders}/gateway.ts`, find: "  failed: 'failed',", replace: "  failed: 'sent'," }],
    found: certified('http_gateway', '1 accepted'),
  },
  {
    name: 'adapter http_gateway: what was sent counts as delivered',
    edits: [{ file: `${senders}/gateway.ts`, find: "  sent: 'sent',", replace: "  sent: 'delivered'," }],
    found: certified('http_gateway', '10 sent'),
  },
];
