/** Reads the JSON answer of a service. Throws if it has another shape, or does not come in time. */
export async function readAnswer<T>(
  url: string,
  shape: { parse: (answer: unknown) => T },
  timeoutMs: number,
): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  return shape.parse(await response.json())
}
