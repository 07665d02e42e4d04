import type { Rule } from './rule.ts';
import type { Finding, SourceFile } from './source.ts';

/** English that a native product writer would not sign (docs/voice.md). */
interface Pattern {
  found: RegExp;
  instead: string;
  /** A text that breaks it. */
  bad: string;
  /** Why it is right in documents and in summaries of the API. */
  onlyOnScreens?: string;
  /** Texts in which it is right, by key, each with its reason. */
  except?: Readonly<Record<string, string>>;
}

const patterns: Readonly<Record<string, Pattern>> = {
  'names a subject': {
    found: /\b(?:nobody|somebody|everybody|anybody|whoever|whomever)\b/i,
    instead: 'you can’t …, the client, someone, anyone',
    bad: 'Nobody confirms a PIN of their own.',
  },
  'says that something applies or takes effect': {
    found: /\b(?:counts|counted|stands?(?!-)|holds (?!placed|released|here))\b(?! for\b)/i,
    instead: 'applies, takes effect, remains active',
    bad: 'A change here counts at once.',
  },
  pauses: {
    found: /(?<!\bthe )\brests?\b/i,
    instead: 'are paused, cooldown',
    bad: 'Withdrawals rest for a day.',
  },
  'says pending': {
    found: /\b(?:awaits|waits)\b/i,
    instead: 'is pending, needs, waiting for',
    bad: 'No conversation waits.',
  },
  emails: {
    found: /\be-mail|\bmail(?:s|ed|ing)?\b|\bletters?\b/i,
    instead: 'email, as noun and verb',
    bad: 'We mail you a link.',
    onlyOnScreens: 'A mail server is one.',
    except: {
      'articles.slug_hint': 'letters of the alphabet',
      'chats.shortcut_hint': 'letters of the alphabet',
      'errors.articles_slug_shape': 'letters of the alphabet',
      'errors.reasons_code': 'letters of the alphabet',
      'errors.validation_name': 'letters of the alphabet',
    },
  },
  requests: {
    found: /\bask(?:s|ed) for\b|\bno such\b/i,
    instead: 'requested, not found',
    bad: 'A copy of your data was asked for.',
  },
  'uses no pronoun of a gender': {
    found: /\b(?:he|him|his|himself|she|her|hers|herself)\b/i,
    instead: 'they, their, you',
    bad: 'The client changed her email.',
  },
  'says the company or we': {
    found: /\bhouses?\b|\bdesks?\b|\brooms?\b/i,
    instead: 'the company, settings, the name of the screen',
    bad: 'The rule of the house.',
  },
  'labels bounds': {
    found:
      /^(?:least|most|fewest|lowest|highest|longest|shortest|at most|at least)\b(?!.*\d|.*#)[^.]*$|^amount (?:from|up to)$/i,
    instead: 'Minimum, Maximum',
    bad: 'Most shares',
  },
  'labels without “of”': {
    found: /\b(?:life|age|grace|tries|lock|length) of\b|\btries for\b/i,
    instead: 'code expiry, grace period, timeframe',
    bad: 'Life of a code',
  },
  'places and releases holds': {
    found: /\b(?:set|put)s? aside\b|\bgiv(?:e|es|en) back\b|\bfree again\b/i,
    instead: 'hold placed, hold released, available again, snoozed',
    bad: 'The money is set aside.',
  },
  rejects: {
    found: /\bturn(?:s|ed)? down\b|\brefus(?:e|es|ed|al)\b/i,
    instead: 'reject; decline for approval requests',
    bad: 'The deposit was turned down.',
    onlyOnScreens: 'A refusal is what the API answers.',
  },
  suspends: {
    found: /\b(?:shuts? out|lets? in)\b|\b(?:un)?block(?:s|ed|ing)?\b/i,
    instead: 'suspend, restore access',
    bad: 'The client is blocked.',
    onlyOnScreens: 'The API calls it a block.',
    except: {
      'chats.notice_blocked': 'a browser, as browsers call it',
      'notifications.push_blocked': 'a browser, as browsers call it',
    },
  },
  'cancels and resumes': {
    found:
      /\b(?:takes?|took|taken|taking) (?:it )?back\b|\btake it on\b|\b(?:go|goes|going) on\b|\b(?:is|are|was) over\b/i,
    instead: 'cancel, undo, withdraw, resume, continue, has expired',
    bad: 'Payments go on.',
  },
  'uses English prepositions': {
    found: /\bover \{(?:amount|sum|value)\}|\bby it\b|\bin it\b/i,
    instead: 'the {amount} deposit',
    bad: 'Payment {number} over {amount}',
  },
  'states requirements': {
    found: /\bwhat (?:\w+|\{\w+\}) (?:takes?|gives?)\b/i,
    instead: 'requirements, benefits',
    bad: 'What {tier} takes',
  },
  'says now': {
    found:
      /\bmeanwhile\b|\bin the meantime\b|\bby now\b|\bat present\b|\bat the moment\b|\bpresent (?:rate|state|status|password|value|day)\b|\banew\b/i,
    instead: 'now, currently, since then, again',
    bad: 'We use another account by now.',
  },
  'announces results': {
    found:
      /^(?:the|your|this) [^.,:;]* (?:is|are|was|were|has been|have been) (?:changed|removed|saved|set|added|cancelled|updated|sent|created|deleted|booked|on|off)\.?$/i,
    instead: 'Password updated',
    bad: 'The passkey is added.',
  },
  'shows progress': {
    found: /^We (?:sign|check|confirm|load|look|test|prepare|mail|search)\b/,
    instead: 'Signing you in…',
    bad: 'We check the link.',
  },
  'says what happens, not what screens do': {
    found: /\bclients? reads?\b|\b(?:is|are) told\b|\b(?:is|are) written down\b/i,
    instead: 'the client will be notified, is recorded',
    bad: 'The client reads why.',
  },
  'calls the login an account': {
    found: /\bprofiles?\b/i,
    instead: 'account; Profile is the page of personal data',
    bad: 'Your profile was blocked.',
    onlyOnScreens: 'The economic profile, and profiles of Compose.',
    except: {
      'verification.need_profile': 'the term of anti-money-laundering rules',
      'operator.scope_declarations_read': 'the economic profile',
      'audit.action_verification_save_profile': 'the economic profile',
      'emails.manager_button': 'leads to the page of personal data',
      'profile.action_profile_answered': 'the term of anti-money-laundering rules',
      'profile.profile_title': 'the page of personal data',
      'shell.edit_profile': 'leads to the page of personal data',
      'staff.level_2': 'the economic profile',
    },
  },
  'says status and transaction': {
    found: /^states?$|\ball states\b|\boperations?\b|\bsettled\b/i,
    instead: 'status, transaction, resolved, completed',
    bad: 'All operations',
    onlyOnScreens: 'The API calls them so.',
    except: {
      'ipo.application_settled': 'the settlement of securities',
    },
  },
  'agrees in number': {
    found: /\bpersons\b|\bdata (?:are|were|have)\b|\binformations\b|\bstaff (?:does|has|is)\b/i,
    instead: 'two people, the data is, our staff are',
    bad: 'Two persons approve.',
  },
  contracts: {
    found:
      /\b(?:can ?not|(?:is|are|was|were|do|does|did|has|have|had|will|would|could|should|must|need) not)\b|\b(?:you|we|they) (?:are|will)\b|\b(?:you|we|they) have \w+(?:ed|en)\b|\b(?:it|that|there) is (?!\w+\b[,.;]|in\b)/i,
    instead: 'can’t, isn’t, you’ll, we’ve, it’s',
    bad: 'This cannot be undone.',
  },
  'uses the words of the market': {
    found:
      /\b(?:deepest fall|selling price|paid for shares|jobs outside farming|purchasing managers|waiting orders?|too little margin|being clarified|length of a candle|market price at|working days?|charge-back)\b/i,
    instead:
      'max drawdown, exit price, nonfarm payrolls, PMI, pending orders, stop-out, suspense, timeframe, business day, chargeback',
    bad: 'Waiting orders',
  },
  'locks and holds': {
    found: /\b(?:un)?fr(?:eeze|eezes|eezing|oze|ozen)\b/i,
    instead: 'lock an account, put funds on hold',
    bad: 'Freeze your account',
  },
  'allots shares': {
    found: /\ballocat(?:e|ed|es|ion|ions)\b/i,
    instead: 'allot, allotment',
    bad: 'Allocation of {offering}',
  },
  'requests approval': {
    found: /\bpropos(?:e|es|ed|al|als|ing)\b|\bsecond person\b/i,
    instead: 'approval request, request approval, second approval',
    bad: 'Nothing is proposed.',
    onlyOnScreens: 'The API calls the approver the second person.',
  },
  'uses plain verbs': {
    found: /\blaps(?:e|es|ed)\b|\bwhom\b|\bthus\b|\bhence\b|\bupon\b|\bso that\b|\bbe it\b|\bworth nothing\b/i,
    instead: 'expires, who, so',
    bad: 'The request lapses.',
  },
  'writes to support as “contact support”': {
    found: /\bwrite to (?:us|support)\b/i,
    instead: 'contact support, contact us',
    bad: 'Write to support.',
  },
  'takes figures from the formatter': {
    found:
      /\d ?%|\d[.,]\d|\d{4}-\d\d|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b/,
    instead: 'a value: {percent}, {amount}, {date}',
    bad: 'A fee of 1.5 %',
    onlyOnScreens: 'They name versions, days and maximums.',
    except: {
      'errors.operator_network': 'an IP address',
      'operator.addresses_hint': 'an IP address',
      'operator.addresses_hint_of_two': 'an IP address',
      'reconciliation.decimal_comma': 'shows how a file writes numbers',
      'reconciliation.decimal_point': 'shows how a file writes numbers',
    },
  },
  'counts in plurals': {
    found:
      /\{(?:count|days|hours|minutes|seconds|times|months|years|shares|files|lots)\} (?!of\b|and\b|or\b|to\b|left\b)[a-z]/,
    instead: '{count, plural, one {# file} other {# files}}',
    bad: '{count} files added',
  },
};

interface Line {
  key: string;
  text: string;
  at: number;
}

/** Values, and the names of plural and select branches: no words that anyone reads. */
const syntax = /\{\w+, (?:plural|select|selectordinal),|=?\b\w+ (?=\{(?!\w+[,}]))/g;

/** Each text of a catalogue with its key and its place; what is syntax of messages is blank. */
const linesOf = ({ text }: SourceFile): Line[] =>
  [...text.matchAll(/"(\w+)": "([^"\n]*)"/g)].map(({ index, 1: key = '', 2: said = '' }) => ({
    key,
    text: said.replaceAll(syntax, (each) => ' '.repeat(each.length)),
    at: index + key.length + 5,
  }));

const moduleOf = (path: string) => /^locales\/en\/([a-z-]+)\.json$/.exec(path)?.[1];

const blank = (text: string) => text.replaceAll(/\S/g, ' ');
/** Code, commands and addresses: names, not words. */
const withoutCode = (text: string) => text.replaceAll(/```[^]*?```|`[^`]*`|\]\([^)]*\)|<https?:[^>]*>/g, blank);

const documents = new Set(['README.md', 'deploy/README.md']);
const summary = /\b(?:summary:|describe\()\s*((?:(?:'[^'\n]*'|`[^`]*`)(?:\s*\+\s*)?)+)/g;

/** What readers of documents and of the API's page see. */
function prosesOf({ path, text }: SourceFile): Line[] {
  if (documents.has(path)) return [{ key: path, text: withoutCode(text), at: 0 }];
  return [...text.matchAll(summary)].map(({ index, 1: literals = '' }) => ({
    key: path,
    text: withoutCode(literals.slice(1, -1).replaceAll(/['`]\s*\+\s*['`]/g, '')),
    at: index,
  }));
}
const isProse = (path: string) => documents.has(path) || /^src\/contract\/.*\.ts$/.test(path);

function ruleOf([name, { found, instead, bad, except = {} }]: [string, Pattern]): Rule {
  return {
    name: `English ${name}`,
    covers: (path) => moduleOf(path) !== undefined,
    find: (file) => {
      const module = moduleOf(file.path) ?? '';
      const unneeded = new Set(Object.keys(except).filter((id) => id.startsWith(`${module}.`)));
      const broken = linesOf(file).flatMap(({ key, text, at }): Finding[] => {
        const match = found.exec(text);
        if (!match || unneeded.delete(`${module}.${key}`)) return [];
        return [{ at: at + match.index, what: `${module}.${key} “${match[0]}”: ${instead}` }];
      });
      return [...broken, ...[...unneeded].map((id) => ({ at: 0, what: `${id} needs no exception` }))];
    },
    bad: [{ path: 'locales/en/x.json', text: `{\n  "x": "${bad}"\n}` }],
  };
}

const proseRule = ([name, { found, instead, bad }]: [string, Pattern]): Rule => ({
  name: `English of documents and of the API ${name}`,
  covers: isProse,
  find: (file) =>
    prosesOf(file).flatMap(({ text, at }) =>
      [...text.matchAll(new RegExp(found, `${found.flags}g`))].map((match) => ({
        at: at + match.index,
        what: `“${match[0]}”: ${instead}`,
      })),
    ),
  bad: [
    { path: 'README.md', text: bad },
    { path: 'src/contract/x.ts', text: `{ summary: '${bad}' }` },
  ],
});

/** One rule for each pattern over the English catalogue, and one over prose where code has no names of its own for it. */
export const voiceRules: Rule[] = Object.entries(patterns).flatMap((entry) =>
  entry[1].onlyOnScreens ? [ruleOf(entry)] : [ruleOf(entry), proseRule(entry)],
);
