/** Whether a stream gives exactly these bytes. It is read no further than to the first difference in length. */
export async function isSame(content: AsyncIterable<Buffer>, bytes: Buffer): Promise<boolean> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > bytes.length) return false;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).equals(bytes);
}
