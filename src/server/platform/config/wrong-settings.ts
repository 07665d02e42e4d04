/** The error of a start with wrong settings; each line names a setting, never its value. */
export const wrongSettings = (...lines: string[]): Error =>
  new Error(['These settings are wrong:', ...lines].join('\n  '));
