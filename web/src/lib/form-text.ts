/** Returns the text of a field of a form; empty for a field that is not there. */
export function textOf(entered: FormData, name: string): string {
  const value = entered.get(name)
  return typeof value === 'string' ? value : ''
}
