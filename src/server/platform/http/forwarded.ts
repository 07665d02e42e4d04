/** Of what a proxy adds only its own entry, the last one, is believed. */
export const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';
