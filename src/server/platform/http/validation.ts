import { refusals, type RefusalCode } from '#contract/refusals.ts';
import { fieldError, type FieldError, type RefusalParams } from '../refusal.ts';

/** zod's description of one wrong value; the parts that we read. */
export interface Issue {
  code: string;
  path: readonly PropertyKey[];
  message: string;
  input?: unknown;
  minimum?: number | bigint;
  maximum?: number | bigint;
  origin?: string;
  keys?: readonly string[];
  errors?: readonly (readonly Issue[])[];
}

/** The character that PostgreSQL cannot store, and halves of characters, which no text has. */
const unstorable = /\0|\p{Surrogate}/u;

/** Whether it contains a text that the database cannot store. */
export function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorable.test(value);
  return (
    typeof value === 'object' && value !== null && Object.entries(value).some((entry) => entry.some(holdsUnstorable))
  );
}

/** Wrong values by field, each with a stable code and the numbers of its rule. The value itself is never repeated. */
export function fieldErrorsOf(issues: readonly Issue[]): Record<string, FieldError[]> {
  // A caller chooses the names of unknown fields: `constructor` would find something in an object.
  const errors = new Map<string, FieldError[]>();
  for (const issue of issues) {
    for (const [field, error] of entriesOf(issue)) errors.set(field, [...(errors.get(field) ?? []), error]);
  }
  return Object.fromEntries(errors);
}

function entriesOf(issue: Issue): [string, FieldError][] {
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).slice(0, 5).map((key) => [key.slice(0, 40), fieldError('validation.unknown_field')]);
  }
  const field = issue.path.map(String).join('.') || 'error';
  return [[field, { code: codeOf(issue), params: paramsOf(issue) }]];
}

const isCode = (text: string): text is RefusalCode => Object.hasOwn(refusals, text);

/** A rule of ours carries its code as its message; the rest follow from zod's kind of issue. */
function codeOf(issue: Issue): RefusalCode {
  if (isCode(issue.message)) return issue.message;
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'validation.min' : 'validation.min_value';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'validation.max' : 'validation.max_value';
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'validation.required';
  if (issue.code === 'invalid_value') return 'validation.choice';
  return 'validation.type';
}

function paramsOf(issue: Issue): RefusalParams {
  return {
    ...(issue.minimum === undefined ? {} : { min: Number(issue.minimum) }),
    ...(issue.maximum === undefined ? {} : { max: Number(issue.maximum) }),
  };
}
