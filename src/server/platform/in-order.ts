/** The results of steps that were taken together. @throws what the first of them in their order has thrown */
export function resultsOf<Results extends readonly unknown[]>(steps: {
  [Step in keyof Results]: PromiseSettledResult<Results[Step]>;
}): Results {
  return steps.map((step) => {
    if (step.status === 'rejected') throw step.reason;
    return step.value;
  }) as unknown as Results;
}

/** Takes steps together that refuse in their order, as they would one after the other. */
export async function inOrder<Steps extends readonly unknown[]>(
  steps: readonly [...Steps],
): Promise<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }> {
  return resultsOf<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }>(await Promise.allSettled(steps));
}
