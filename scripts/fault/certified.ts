/** By the trials of an adapter whose line holds the words. */
export const certified = (name: string, only: string) => ({
  by: ['tsx', 'scripts/adapter-certify.ts', name, '--short', '--only', only],
});
