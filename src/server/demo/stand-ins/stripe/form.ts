/** What a form says, with `a[b][0]=c` as nested values. */
export type Form = { [name: string]: string | Form };

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let at = form;
    for (const part of path) {
      const inner = at[part];
      at = typeof inner === 'object' ? inner : (at[part] = {});
    }
    at[last] = value;
  }
  return form;
}

export const formText = (form: Form, ...path: string[]): string | undefined => {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
};

export const texts = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form[name] ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
