/** Only a proxy's own entry, the last one, is trusted. */
export const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';
