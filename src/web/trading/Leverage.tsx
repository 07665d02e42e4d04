/** `1:100`, which reads the same way in every script. */
export function Leverage({ of }: { of: number }) {
  return <bdi dir="ltr">{`1:${of}`}</bdi>;
}
