/** What a form shows after a refusal. */
export interface FormProblems {
  /** The first sentence for each field that has one. */
  fields: Readonly<Record<string, string>>;
  /** Sentences about the form as a whole. */
  messages: readonly string[];
}

export interface FormTexts {
  /** For a failure that explains nothing, e.g. "Something went wrong. Please try again." */
  failed: string;
  /** Above the errors of fields, e.g. "There were some problems with your input." */
  problems: string;
}

type Sentence = string | { message: string };

/** Shape of a thrown answer: sentences by field, or one message. */
interface Refusal {
  errors?: Record<string, readonly Sentence[]> | undefined;
  message?: string | undefined;
}

/**
 * Reads what was thrown: the errors by field, else its message, else `texts.failed`. Errors of fields that the form
 * doesn't have go to the whole form, so that nothing is lost. A defect of ours never speaks to the client.
 */
export function readProblems(thrown: unknown, fieldNames: readonly string[], texts: FormTexts): FormProblems {
  const { errors, message } = isRefusal(thrown) ? thrown : {};
  if (!errors || Object.keys(errors).length === 0) return { fields: {}, messages: [message || texts.failed] };

  const known = Object.entries(errors).filter(([name]) => fieldNames.includes(name));
  const others = Object.entries(errors).filter(([name]) => !fieldNames.includes(name));
  const general = others.flatMap(([, sentences]) => sentences.map(textOf));
  return {
    fields: Object.fromEntries(known.flatMap(([name, [first]]) => (first ? [[name, textOf(first)]] : []))),
    messages: general.length > 0 ? general : [texts.problems],
  };
}

/** Whether a program went wrong, and not a request. */
export function isDefect(thrown: unknown): boolean {
  return thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof RangeError;
}

function isRefusal(thrown: unknown): thrown is Refusal {
  return typeof thrown === 'object' && thrown !== null && !isDefect(thrown);
}

function textOf(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : sentence.message;
}

/** Goes to the error, once it is on the page: into the first such field, else to the messages above them all. */
export function leadToWrong(form: ParentNode | null | undefined): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
}
