/** What a service answers at an address, of its shape. Throws where the answer is another or does not come in time. */
export async function readAnswer<T>(
  url: string,
  shape: { parse: (answer: unknown) => T },
  timeoutMs: number,
): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  return shape.parse(await response.json())
}
